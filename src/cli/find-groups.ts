import { basename } from "node:path";
import { UsageError } from "../lib/errors.ts";
import { findRuns } from "../runs/state/find-runs.ts";

/** The folders of the run groups that a user names, once each. @throws UsageError as `findRuns` does, and for single runs. */
export function findGroups(names: readonly string[], runDirectory: string): string[] {
  const folders = names.map((name) => {
    const found = findRuns(name, runDirectory);
    if (found.kind === "group") return found.group;
    const group = basename(found.group ?? "GROUP");
    throw new UsageError(`\`${name}\` is a single run. Name its run group: \`${group}\`.`);
  });
  return [...new Set(folders)];
}
