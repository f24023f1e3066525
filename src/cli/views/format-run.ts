import { formatMebibytes } from "../../lib/format-bytes.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import { submissionOutcome } from "../../runs/state/submission-outcome.ts";

/** A duration on a clock: `1:02:03`, `4:05`. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The run's end in a few words: `limit (it reached its time limit of 3 min), score 0.81, silver medal, in 3 min`. */
export function describeEnd(run: RunStatus): string {
  const why = firstLine(run.reason ?? "").replace(/^(Its?|The) /, (word) => word.toLowerCase());
  const isPlain = why === "" || run.end === "finished" || run.end === "cancelled";
  const parts: string[] = [`${run.end ?? run.state}${isPlain ? "" : ` (${why})`}`];
  if (run.score !== null) parts.push(`score ${run.score}`);
  else if (run.valid === true) parts.push("the score is not finite");
  else if (run.end !== "ungraded")
    parts.push(!run.submission ? "no submission" : run.valid === null ? "not graded" : "invalid submission");
  if (run.medal !== null) parts.push(`${run.medal} medal`);
  if (run.elapsedMs) parts.push(`in ${formatSeconds(Math.max(1, Math.round(run.elapsedMs / 1000)))}`);
  return parts.join(", ");
}

const outcomeWords = { none: "no submission", invalid: "invalid", valid: "not finite" } as const;

/** A run's score, or why it has none; `-` before it has a result. */
export function formatScore(run: RunStatus): string {
  if (run.score !== null) return String(run.score);
  const outcome = submissionOutcome(run);
  return outcome === null ? "-" : outcomeWords[outcome];
}

export function formatCpuTime({ cpuMs }: RunStatus): string {
  return cpuMs === null ? "-" : formatClock(cpuMs);
}

export function formatPeakMemory({ peakMemoryBytes }: RunStatus): string {
  return peakMemoryBytes === null ? "-" : formatMebibytes(peakMemoryBytes / 2 ** 20);
}

/** The first line of a text, without its last stop or colon, for use inside a sentence. */
function firstLine(text: string): string {
  return text.split("\n")[0]!.trim().replace(/[.:]$/, "");
}

/** The state of a group's host in a word or two. */
export function describeHost({ host, hostEnd, startedAt }: GroupState): string {
  if (host.alive) return host.machine === null ? "alive" : `on ${host.machine}`;
  if (hostEnd !== null) return hostEnd.why;
  return startedAt === null ? "not started" : "killed";
}

export function formatPercentile(grade: RunGrade | null): string {
  return grade?.report.extra.percentile?.toFixed(1) ?? "-";
}

/** A name in a table, marked where its agent could reach the host's files. */
export function withIsolation(name: string, isIsolated: boolean): string {
  return isIsolated ? name : `${name} [not isolated]`;
}

/** The number of a run's attempt, and whether the agent failed an earlier one. */
export function describeAttempt({ attempt, retries }: RunStatus): string {
  if (attempt === 0) return "-";
  return retries === 0 ? String(attempt) : `${attempt}, retried`;
}
