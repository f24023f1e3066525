import { existsSync } from "node:fs";
import { join } from "node:path";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { sha256, sha256OfFile } from "../../lib/hashing.ts";
import { packageVersion } from "../../lib/package-version.ts";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";
import { type RunRecord, runFiles } from "../record/run-folder.ts";

/** Writes `run.json` and returns its hash. */
export async function writeRecord(
  { id, competitionId, seed }: PlannedRun,
  folder: string,
  plan: GroupPlan,
): Promise<string> {
  const { agent, limits, sandbox, models, edition, name } = plan;
  const { manifest } = competitionFolder(plan.dataDirectory, competitionId, edition);
  const record: RunRecord = {
    format: 2,
    run: id,
    group: name,
    competition: competitionId,
    seed,
    agent,
    content: plan.content?.hash ?? null,
    limits,
    sandbox,
    ...(models === undefined ? {} : { models }),
    edition,
    version: packageVersion(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    manifest: existsSync(manifest) ? await sha256OfFile(manifest) : null,
  };
  const text = `${JSON.stringify(record, null, 2)}\n`;
  await writeFileAtomically(join(folder, runFiles.record), text);
  return sha256(text);
}
