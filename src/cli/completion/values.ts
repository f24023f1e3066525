import { join } from "node:path";
import { describeAgents } from "../../agents/index.ts";
import { coders } from "../../agents/search/coders/index.ts";
import { kapsoModeNames } from "../../agents/search/presets/kapso-modes.ts";
import { tableMetrics } from "../../competitions/own-table/table-metrics.ts";
import { listKnownIds } from "../../facts/facts.ts";
import { listSplits } from "../../facts/splits.ts";
import { plannedRuns, readPlan } from "../../runs/record/group-plan.ts";
import { findRuns, listGroups } from "../../runs/state/find-runs.ts";
import { groupAliases } from "../../runs/state/group-aliases.ts";
import type { ValuesOf } from "./complete.ts";

/** The values behind the placeholders of the commands' declarations. Those that are not here are files, or free text. */
export function valuesIn(runDirectory: string): ValuesOf {
  const groupsAndRuns = (typed: string): string[] => namesOfRuns(runDirectory, typed);
  const sources: Readonly<Record<string, (typed: string) => readonly string[]>> = {
    id: listKnownIds,
    ids: listKnownIds,
    split: () => [...listSplits(), "lite"],
    agent: () => describeAgents().map(({ name }) => name),
    coder: () => coders.map(({ name }) => name),
    metric: () => tableMetrics.map(({ name }) => name),
    "kapso-mode": () => kapsoModeNames,
    group: (typed) => groupsAndRuns(typed.split("/")[0]!),
    "run-or-group": groupsAndRuns,
    "runs-or-groups": groupsAndRuns,
    groups: () => namesOfRuns(runDirectory, ""),
    results: groupsAndRuns,
  };
  return (placeholder, typed) => (Object.hasOwn(sources, placeholder) ? sources[placeholder]!(typed) : []);
}

/** Groups, and after `GROUP/` its runs. */
function namesOfRuns(runDirectory: string, typed: string): string[] {
  const name = typed.slice(0, Math.max(0, typed.indexOf("/")));
  if (name === "") {
    const groups = listGroups(runDirectory);
    return [...groups, ...groupAliases(runDirectory, groups).keys()];
  }
  const found = findRuns(name, runDirectory);
  return found.kind === "run" ? [] : plannedRuns(readPlan(found.group)).map(({ id }) => join(name, id));
}
