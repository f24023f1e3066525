import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { listIncludedRawData } from "../../facts/facts.ts";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";

/**
 * The folders with the data of all competitions. Large competitions are often links to another disk, so these are named one
 * by one.
 */
export function dataFolders(dataDirectory: string): string[] {
  const entries = existsSync(dataDirectory) ? readdirSync(dataDirectory, { withFileTypes: true }) : [];
  const linked = entries.filter((entry) => entry.isSymbolicLink());
  return [dataDirectory, ...linked.map(({ name }) => join(dataDirectory, name))];
}

/** Folders that no agent may see, wherever they are: those with answers, and those of other runs. */
export function foldersToHide(
  plan: Pick<GroupPlan, "dataDirectory" | "edition">,
  { competitionId }: PlannedRun,
  runFolder: string,
): string[] {
  return foldersToHideFrom({ ...plan, competitions: [competitionId] }, dirname(dirname(runFolder)));
}

/** The same for all runs of a plan. */
export function foldersToHideFrom(
  { dataDirectory, edition, competitions }: Pick<GroupPlan, "dataDirectory" | "edition" | "competitions">,
  runDirectory: string,
): string[] {
  const own = competitions.flatMap((id) => {
    const { prepared, raw } = competitionFolder(dataDirectory, id, edition);
    return [prepared, join(prepared, "private"), raw];
  });
  return [...dataFolders(dataDirectory), ...own, ...listIncludedRawData(), runDirectory];
}
