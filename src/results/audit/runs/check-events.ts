import { join } from "node:path";
import type { JournalLine } from "../../../lib/journal/journal.ts";
import { readJournal } from "../../../lib/journal/read-journal.ts";
import type { RunEvent } from "../../../runs/record/run-events.ts";
import { runFiles } from "../../../runs/record/run-folder.ts";
import { lastAttempt } from "../../../runs/state/last-attempt.ts";
import { knownStanding } from "../../known-standing.ts";
import type { AuditFinding } from "../finding.ts";
import type { AuditedRun } from "./audited-run.ts";
import { checkClock } from "./check-clock.ts";

type Line = JournalLine<RunEvent>;

/** What a run's journal says about its clock, and about what the agent asked the harness. */
export function checkEvents(run: AuditedRun): AuditFinding[] {
  const events = readJournal<RunEvent>(join(run.folder, runFiles.events));
  return [...checkClock(run, events), ...checkValidations(run, events), ...checkRehearsals(run, lastAttempt(events))];
}

const manyValidations = 200;
const probing = 2000;

function checkValidations({ name }: AuditedRun, events: readonly Line[]): AuditFinding[] {
  const asked = events.filter(({ type }) => type === "validation").length;
  if (asked < manyValidations) return [];
  return [
    {
      check: "many-validations",
      severity: asked < probing ? "low" : "medium",
      what: "The agent validated its submission unusually often.",
      where: `${name}, ${runFiles.events}`,
      evidence: `${asked} validations.`,
      howToCheck:
        "Validation only compares with the public sample. Read the answers in the journal: does the agent try to learn something else?",
    },
  ];
}

/** A rehearsal's answers are part of the training data that the agent has, so they can be looked up. */
function checkRehearsals({ name, competitionId, grade }: AuditedRun, events: readonly Line[]): AuditFinding[] {
  const standing = knownStanding(competitionId);
  const best = standing?.scores[0];
  if (standing === null || best === undefined) return [];
  const sign = standing.better === "lower" ? 1 : -1;
  const lead = 0.1 * Math.abs(best - standing.thresholds.median);
  const scores = events.flatMap((line) =>
    line.type === "rehearsal" && typeof line.score === "number" && sign * line.score < sign * best - lead
      ? [line.score]
      : [],
  );
  if (scores.length === 0) return [];
  return [
    {
      check: "rehearsal-too-good",
      severity: "medium",
      what: "A rehearsal has a score far better than that of the best team.",
      where: `${name}, ${runFiles.events}`,
      evidence: `Rehearsal ${scores[0]}${scores.length > 1 ? ` and ${scores.length - 1} more` : ""}; the best team has ${best}, the submission ${grade?.report.score ?? "no score"}.`,
      howToCheck:
        "See whether the program looks rows up in the whole training data instead of predicting them. Then the rehearsal measures nothing.",
    },
  ];
}
