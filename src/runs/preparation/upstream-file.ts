import type { CompetitionFacts } from "../../facts/facts.ts";
import { networkFailure, request } from "../../kaggle/request.ts";
import { TransientFailure, withRetries } from "../../kaggle/retry.ts";
import { BenchError } from "../../lib/errors.ts";
import { sha256 } from "../../lib/hashing.ts";

/** Files that are downloaded from upstream's repository, at the commit in the facts. */
export type UpstreamAsset = "description" | "obfuscatedDescription" | "leaderboard";

export interface UpstreamOptions {
  /** Replaces upstream's hosts. Default: `MLEBENCH_UPSTREAM_URL`, or GitHub. */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal;
  /** How long to wait for the start of the answer. */
  readonly timeoutMs?: number;
}

const fileNames = {
  kernels: "kernels.txt",
  description: "description.md",
  obfuscatedDescription: "description_obfuscated.md",
  leaderboard: "leaderboard.csv",
} as const;

/** The URL of an asset. Leaderboards are in Git LFS, which has another host. */
function upstreamUrl(facts: CompetitionFacts, asset: keyof typeof fileNames, baseUrl?: string): string {
  if (facts.upstream === null) throw notUpstreams(facts.id);
  const github =
    asset === "leaderboard"
      ? "https://media.githubusercontent.com/media/openai/mle-bench"
      : "https://raw.githubusercontent.com/openai/mle-bench";
  const base = (baseUrl ?? (process.env.MLEBENCH_UPSTREAM_URL || github)).replace(/\/+$/, "");
  return `${base}/${facts.upstream.commit}/mlebench/competitions/${facts.id}/${fileNames[asset]}`;
}

/**
 * Downloads an asset and checks its SHA-256.
 *
 * @throws BenchError `upstream-unavailable` when it cannot be downloaded, `upstream-changed` when its hash is wrong.
 */
export async function fetchUpstreamFile(
  facts: CompetitionFacts,
  asset: UpstreamAsset,
  options: UpstreamOptions = {},
): Promise<Buffer> {
  if (facts.upstream === null) throw notUpstreams(facts.id);
  const url = upstreamUrl(facts, asset, options.baseUrl);
  const expected = facts.upstream[asset];
  const content = await obtain(url, expected.size, options);
  const found = sha256(content);
  if (found === expected.sha256) return content;
  throw new BenchError("upstream-changed", `${url} has changed: expected sha256 ${expected.sha256}, found ${found}.`);
}

const mostListBytes = 1_000_000;

/**
 * Upstream's list of public kernels, one `user/kernel` per line. The commit in its address pins it.
 *
 * @throws BenchError `upstream-unavailable` when it cannot be downloaded.
 */
export async function fetchUpstreamKernels(facts: CompetitionFacts, options: UpstreamOptions = {}): Promise<string> {
  const content = await obtain(upstreamUrl(facts, "kernels", options.baseUrl), mostListBytes, options);
  return content.toString("utf8");
}

async function obtain(url: string, size: number, { signal, timeoutMs = 8000 }: UpstreamOptions): Promise<Buffer> {
  try {
    return await withRetries(() => get(url, size, signal, timeoutMs), {
      retry: { attempts: 2, baseMs: 100, longestAskedMs: 5000 },
      signal,
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new BenchError("upstream-unavailable", `${url} cannot be downloaded: ${(cause as Error).message}`, { cause });
  }
}

function notUpstreams(id: string): BenchError {
  return new BenchError("upstream-unavailable", `Upstream does not have the competition \`${id}\`.`);
}

async function get(url: string, size: number, signal: AbortSignal | undefined, timeoutMs: number): Promise<Buffer> {
  const { response } = await request(url, { signal, timeoutMs });
  if (response.status === 429 || response.status >= 500) throw new TransientFailure(`it answered ${response.status}.`);
  if (!response.ok) throw new BenchError("upstream-unavailable", `it answered ${response.status}.`);
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      length += piece.length;
      // More bytes than expected: it is another file.
      if (length > size) break;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw networkFailure(url, error);
  }
  return Buffer.concat(pieces);
}
