import type { CompetitionFacts } from "../../facts/facts.ts";
import { networkFailure, request } from "../../kaggle/request.ts";
import { TransientFailure, withRetries } from "../../kaggle/retry.ts";
import { BenchError } from "../../lib/errors.ts";
import { sha256 } from "../../lib/hashing.ts";

/** The files of upstream's repository that we take from there, at the commit that the facts name. */
export type UpstreamAsset = "description" | "obfuscatedDescription" | "leaderboard";

export interface UpstreamOptions {
  /** Stands for upstream's hosts: `MLEBENCH_UPSTREAM_URL`, or GitHub, unless given. */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal;
  /** How long to wait for an answer to begin. */
  readonly timeoutMs?: number;
}

const fileNames = {
  description: "description.md",
  obfuscatedDescription: "description_obfuscated.md",
  leaderboard: "leaderboard.csv",
} as const;

/** Where an asset is. Leaderboards are in Git LFS, whose content another host serves. */
function upstreamUrl(facts: CompetitionFacts, asset: UpstreamAsset, baseUrl?: string): string {
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
 * @throws BenchError `upstream-unavailable` when it cannot be had, `upstream-changed` when it is not the one expected.
 */
export async function fetchUpstreamFile(
  facts: CompetitionFacts,
  asset: UpstreamAsset,
  options: UpstreamOptions = {},
): Promise<Buffer> {
  if (facts.upstream === null) throw notUpstreams(facts.id);
  const url = upstreamUrl(facts, asset, options.baseUrl);
  const expected = facts.upstream[asset];
  const { signal, timeoutMs = 8000 } = options;
  let content: Buffer;
  try {
    content = await withRetries(() => get(url, expected.size, signal, timeoutMs), {
      retry: { attempts: 2, baseMs: 100, longestAskedMs: 5000 },
      signal,
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new BenchError("upstream-unavailable", `${url} cannot be had: ${(cause as Error).message}`, { cause });
  }
  const found = sha256(content);
  if (found === expected.sha256) return content;
  throw new BenchError(
    "upstream-changed",
    `${url} is not the file this version knows: expected sha256 ${expected.sha256}, found ${found}.`,
  );
}

function notUpstreams(id: string): BenchError {
  return new BenchError("upstream-unavailable", `Upstream has no files of \`${id}\`, a competition of our own.`);
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
      // Whatever else is sent, it is not the file.
      if (length > size) break;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw networkFailure(url, error);
  }
  return Buffer.concat(pieces);
}
