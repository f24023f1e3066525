import { formatBytes } from "../../../lib/format-bytes.ts";
import { sha256 } from "../../../lib/hashing.ts";
import { estimateTokens } from "../../../models/calls/estimate-usage.ts";
import type { ModelName } from "../../../models/model-name.ts";
import type { PriceOf } from "../../../models/prices/price-of.ts";
import { readAuditedRuns } from "../runs/audited-run.ts";
import type { Secrets } from "../runs/secrets.ts";
import { type Chunk, chunksOfRun } from "./chunks.ts";
import { messagesAbout } from "./prompt.ts";
import type { RulesEstimate } from "./rules-audit.ts";

/** A chunk, and the runs that have it: programs are often the same for all seeds. */
export interface Reading {
  readonly chunk: Chunk;
  readonly runs: string[];
}

export interface ReadingPlan {
  readonly readings: readonly Reading[];
  readonly estimate: RulesEstimate;
  readonly notes: readonly string[];
}

/** Answers are short: a few findings. */
const usualOutputTokens = 400;

/** Decides what a model is to read of a group. */
export async function planReading(
  group: string,
  { secrets, name, priceOf }: { readonly secrets: Secrets; readonly name: ModelName; readonly priceOf: PriceOf },
): Promise<ReadingPlan> {
  const readings = new Map<string, Reading>();
  const notes: string[] = [];
  const runs = readAuditedRuns(group);
  let [files, bytes, inputBytes] = [0, 0, 0];
  for (const run of runs) {
    const read = await chunksOfRun(run.folder, secrets.blank);
    files += read.files;
    bytes += read.bytes;
    if (read.leftOut > 0) notes.push(`${run.name}: ${formatBytes(read.leftOut)} of long files are not read.`);
    for (const chunk of read.chunks) {
      const key = sha256(JSON.stringify(chunk));
      const known = readings.get(key);
      if (known === undefined) {
        readings.set(key, { chunk, runs: [run.name] });
        inputBytes += Buffer.byteLength(JSON.stringify(messagesAbout(chunk)));
      } else known.runs.push(run.name);
    }
  }
  const inputTokens = estimateTokens(inputBytes);
  const outputTokens = readings.size * usualOutputTokens;
  const unknown = { cacheReadTokens: null, cacheWriteTokens: null, reasoningTokens: null };
  const cost = priceOf(name, { inputTokens, outputTokens, ...unknown });
  const estimate = { runs: runs.length, files, bytes, calls: readings.size, inputTokens, outputTokens, cost };
  return { readings: [...readings.values()], estimate, notes };
}
