import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GroupPlan } from "./group-plan.ts";
import type { GroupEvent } from "./run-events.ts";
import { groupFiles } from "./run-folder.ts";

/** The seeds that events of a group's journal have added to its plan. */
export function seedsAddedBy(events: readonly GroupEvent[]): number[] {
  return events.flatMap((event) => (event.type === "extended" ? event.seeds : []));
}

/** A plan with more seeds. Those that it has already stay where they are. */
export function withSeeds<Plan extends Pick<GroupPlan, "seeds">>(plan: Plan, seeds: readonly number[]): Plan {
  return { ...plan, seeds: [...new Set([...plan.seeds, ...seeds])] };
}

/** The seeds that were added to a group, without reading the rest of its journal. Torn and foreign lines are skipped. */
export function readAddedSeeds(groupFolder: string): number[] {
  const path = join(groupFolder, groupFiles.events);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return seedsAddedBy(lines.filter((line) => line.includes('"type":"extended"')).flatMap(parse));
}

function parse(line: string): GroupEvent[] {
  try {
    return [JSON.parse(line) as GroupEvent];
  } catch {
    return [];
  }
}
