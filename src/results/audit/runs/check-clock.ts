import type { JournalLine } from "../../../lib/journal/journal.ts";
import type { RunEvent } from "../../../runs/record/run-events.ts";
import { runFiles } from "../../../runs/record/run-folder.ts";
import type { AuditFinding, Severity } from "../finding.ts";
import type { AuditedRun } from "./audited-run.ts";

type Line = JournalLine<RunEvent>;

/** Clocks of a machine are adjusted a little, and hosts are busy. */
const tolerance = 60_000;
/** How long a stopped agent may take to end, with the seal that follows. */
const grace = 5 * 60_000;

/** Times in a run's journal that contradict each other, or the run's limit. */
export function checkClock(run: AuditedRun, events: readonly Line[]): AuditFinding[] {
  return [backwards(events), drift(events), overtime(run, events)].flatMap((oddity) =>
    oddity === null
      ? []
      : [
          {
            check: "clock",
            severity: oddity.severity,
            what: oddity.what,
            where: `${run.name}, ${runFiles.events}:${oddity.line.seq + 1}`,
            evidence: oddity.evidence,
            howToCheck:
              "Look at the machine's clock and host.log. `mlebench verify` shows whether the journal was changed.",
          },
        ],
  );
}

interface Oddity {
  readonly severity: Severity;
  readonly what: string;
  readonly evidence: string;
  readonly line: Line;
}

function backwards(events: readonly Line[]): Oddity | null {
  for (const [index, line] of events.entries()) {
    const before = events[index - 1];
    if (before === undefined || Date.parse(line.time) >= Date.parse(before.time) - tolerance) continue;
    const evidence = `${line.time} follows ${before.time}.`;
    return { severity: "medium", what: "Times in the journal go back.", evidence, line };
  }
  return null;
}

/** The agent's time is measured by another clock than that of the lines, and cannot be ahead of it. */
function drift(events: readonly Line[]): Oddity | null {
  let start: number | null = null;
  for (const line of events) {
    if (line.type === "opened") start = Date.parse(line.time);
    if (line.type === "continued") start = Date.parse(line.time) - line.elapsedMs;
    if (start === null || !("elapsedMs" in line) || line.elapsedMs <= Date.parse(line.time) - start + tolerance)
      continue;
    const passed = Math.round((Date.parse(line.time) - start) / 1000);
    const evidence = `The agent has worked ${Math.round(line.elapsedMs / 1000)} s, while the clock went on by ${passed} s.`;
    return { severity: "medium", what: "The agent worked longer than the clock says.", evidence, line };
  }
  return null;
}

function overtime({ plan }: AuditedRun, events: readonly Line[]): Oddity | null {
  const { wallClockMs } = plan.limits;
  const late = events.find(
    (line) => (line.type === "stopped" || line.type === "candidate") && line.elapsedMs > wallClockMs + grace,
  );
  if (late === undefined || !("elapsedMs" in late)) return null;
  const evidence = `${Math.round(late.elapsedMs / 1000)} s of work; the limit is ${Math.round(wallClockMs / 1000)} s.`;
  return { severity: "high", what: "The agent worked beyond its time limit.", evidence, line: late };
}
