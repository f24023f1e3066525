import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { competitionFolder } from "../../../facts/competition-folder.ts";
import type { GroupPlan } from "../../../runs/record/group-plan.ts";
import { hasResult } from "../../../runs/record/run-events.ts";
import { type RunGrade, readGrade } from "../../../runs/state/read-grade.ts";
import { readGroupIndex } from "../../../runs/state/read-group-index.ts";

/** A run that has begun, as the checks need it. */
export interface AuditedRun {
  /** `<group>/<run>`, as users name it. */
  readonly name: string;
  readonly group: string;
  readonly folder: string;
  readonly competitionId: string;
  readonly seed: number;
  readonly plan: GroupPlan;
  /** Null without a result. */
  readonly grade: RunGrade | null;
}

/** The runs of a group that have a folder, in the order of the plan. */
export function readAuditedRuns(group: string): AuditedRun[] {
  const { plan, runs } = readGroupIndex(group);
  return runs
    .filter(({ folder }) => existsSync(folder))
    .map(({ id, folder, competitionId, seed, end }) => ({
      name: `${basename(group)}/${id}`,
      group,
      folder,
      competitionId,
      seed,
      plan,
      grade: hasResult(end) ? readGrade(folder) : null,
    }));
}

/** What the agent was given, where it is still on this machine: repeating it is not suspicious. */
export interface GivenData {
  /** The names of the files and folders at the top of the public data. */
  readonly names: ReadonlySet<string>;
  /** The lines of the description. */
  readonly lines: ReadonlySet<string>;
  /** The public sample submission's folder; null when the data is not here. */
  readonly folder: string | null;
}

export function readGivenData({ plan, competitionId }: AuditedRun): GivenData {
  const folder = join(competitionFolder(plan.dataDirectory, competitionId, plan.edition).prepared, "public");
  if (!existsSync(folder)) return { names: new Set(), lines: new Set(), folder: null };
  const description = join(folder, "description.md");
  const text = existsSync(description) ? readFileSync(description, "utf8") : "";
  return {
    names: new Set(readdirSync(folder)),
    lines: new Set(text.split("\n").map((line) => line.trim())),
    folder,
  };
}
