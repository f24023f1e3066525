import type { ArchiveSource } from "../../lib/archive/archive-source.ts";
import { writeZip } from "../../lib/archive/write-zip.ts";
import { inspectId } from "./inspect-id.ts";
import { logResults, logStats } from "./log-figures.ts";
import { logStart } from "./log-header.ts";
import type { InspectHeader, InspectSample } from "./log-types.ts";
import { runSample } from "./run-sample.ts";
import { sampleSummary } from "./sample-summary.ts";
import type { SampledSet } from "./sampled-set.ts";

/** Writes a log as a zip archive, Inspect's own format. Holds a few samples at a time. */
export async function writeEvalLog(set: SampledSet, path: string): Promise<void> {
  await writeZip(path, evalMembers(set));
}

function* evalMembers(set: SampledSet): Generator<ArchiveSource> {
  const header = headerOf(set);
  const { version, eval: spec, plan } = header;
  yield member("_journal/start.json", { version, eval: spec, plan });
  const summaries: unknown[] = [];
  for (const { entry, epoch } of set.runs) {
    const sample = runSample(entry, epoch);
    summaries.push(sampleSummary(sample));
    yield member(`samples/${memberId(sample.id)}_epoch_${epoch}.json`, sample);
  }
  yield member("_journal/summaries/1.json", summaries);
  yield member("summaries.json", summaries);
  yield member("header.json", header);
}

/** An id as part of a name in an archive. Only reports of others have ids with characters that are not allowed there. */
function memberId(id: string): string {
  const safe = id.replaceAll(/[^\w.-]/g, "-");
  return safe === id ? id : `${safe}-${inspectId(id).slice(0, 8)}`;
}

function member(name: string, value: unknown): ArchiveSource {
  return { name, content: Buffer.from(JSON.stringify(value)) };
}

/** A log as one JSON document, in pieces. Its samples are last: Inspect reads headers up to there. */
export function* jsonLogPieces(set: SampledSet): Generator<string> {
  const header = JSON.stringify(headerOf(set));
  yield `${header.slice(0, -1)},\n"samples":[`;
  let separator = "\n";
  for (const { entry, epoch } of set.runs) {
    yield `${separator}${JSON.stringify(runSample(entry, epoch) satisfies InspectSample)}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

function headerOf(set: SampledSet): InspectHeader {
  const { version, eval: spec, plan } = logStart(set);
  const isComplete = set.missing.every(({ why }) => why !== "not finished" && why !== "stopped");
  return {
    version,
    status: isComplete ? "success" : "cancelled",
    eval: spec,
    plan,
    results: logResults(set),
    stats: logStats(set),
    invalidated: false,
    tags: [set.label],
    metadata: spec.metadata as InspectHeader["metadata"],
  };
}
