import { join, resolve } from "node:path";
import { fileTimestamp } from "../../lib/file-timestamp.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { sha256 } from "../../lib/hashing.ts";
import type { JsonValue } from "../../lib/json/json-value.ts";
import { printJson } from "../../lib/json/print-json.ts";
import type { RunEnd } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";
import { readGroupIndex } from "../state/read-group-index.ts";
import { makeSubmission, printSubmission } from "./make-submission.ts";

/**
 * Upstream calls a run successful unless something other than the agent failed: an agent that exits with an error or runs
 * out of time is a success, perhaps without a submission.
 */
const isSuccess: Readonly<Record<RunEnd, boolean>> = {
  finished: true,
  limit: true,
  "agent-error": true,
  "infrastructure-error": false,
  cancelled: false,
  ungraded: true,
};

/**
 * Writes `metadata.json` and `submission.jsonl` as upstream's `run_agent` and `make_submission` do, for the runs that have
 * ended, in the plan's order. Returns the files' hashes, for the group's journal.
 */
export async function writeSummaries(groupFolder: string, now = new Date()): Promise<Record<string, string>> {
  const folder = resolve(groupFolder);
  const { plan, runs } = readGroupIndex(folder);
  const successes = new Map<string, JsonValue>();
  for (const { id, end } of runs) if (end !== null) successes.set(id, new Map([["success", isSuccess[end]]]));
  const metadata = printJson(
    new Map<string, JsonValue>([
      ["run_group", plan.name],
      ["created_at", `${fileTimestamp(now)}-GMT`],
      ["runs", successes],
    ]),
    { indent: 4 },
  );
  const metadataFile = join(folder, groupFiles.metadata);
  await writeFileAtomically(metadataFile, metadata);
  const submissions = printSubmission(makeSubmission(metadataFile));
  await writeFileAtomically(join(folder, groupFiles.submissions), submissions);
  return { [groupFiles.metadata]: sha256(metadata), [groupFiles.submissions]: sha256(submissions) };
}
