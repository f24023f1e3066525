import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";
import type { GroupEvent, RunEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import { Findings } from "./verification.ts";
import { verifyJournal } from "./verify-journal.ts";

/** Which run of which group a folder must hold. */
export interface RunOrigin {
  /** The group's name in its plan: the folder may have been renamed since. */
  readonly group: string;
  readonly run: PlannedRun;
  /** Whether the group's journal has started an attempt. */
  readonly hasStarted: (attempt: number) => boolean;
  /** Whether the group keeps workspaces. Otherwise none is left once a run is sealed. */
  readonly retain: boolean;
}

/** Where a run of a plan belongs. `attempts` are those in the group's journal when it was read. */
export function originOf(folder: string, plan: GroupPlan, run: PlannedRun, attempts: ReadonlySet<number>): RunOrigin {
  // A host that is alive may have started it since.
  const startedSince = (attempt: number): boolean =>
    verifyJournal<GroupEvent>(join(folder, groupFiles.events), groupFiles.events, true, new Findings()).lines.some(
      (line) => line.type === "run-started" && line.run === run.id && line.attempt === attempt,
    );
  const hasStarted = (attempt: number): boolean => attempts.has(attempt) || startedSince(attempt);
  return { group: plan.name, run, hasStarted, retain: plan.retain };
}

/** Reports a run that another group has executed, or that was executed as another run of the same group. */
export function verifyOrigin(
  folder: string,
  lines: readonly RunEvent[],
  { group, run, hasStarted }: RunOrigin,
  findings: Findings,
): void {
  const opened = lines.filter((line) => line.type === "opened").map(({ attempt }) => attempt);
  const unknown = opened.find((attempt) => !hasStarted(attempt));
  if (unknown !== undefined) {
    const found = "which the group's journal has not started: the run was copied from another group";
    findings.problem(runFiles.events, `Expected only attempts of this group, found attempt ${unknown}, ${found}.`);
  }
  const expected = { group, run: run.id, competition: run.competitionId, seed: run.seed };
  const places = [
    runFiles.record,
    ...opened.map((attempt) => join(runFiles.attempts, String(attempt), runFiles.record)),
  ];
  for (const file of places) {
    const record = readRecord(join(folder, file));
    for (const [key, value] of Object.entries(expected)) {
      if (record[key] === undefined || record[key] === value) continue;
      const found = `\`${String(record[key])}\`: this is another run`;
      findings.problem(file, `Expected the ${key} \`${value}\` (from the plan), found ${found}.`);
      break;
    }
  }
}

/** Empty when it cannot be read: its hash shows that it was changed. */
function readRecord(path: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
