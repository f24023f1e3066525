import { formatSeconds } from "../lib/format-seconds.ts";
import type { RunStatus } from "../runs/read-group.ts";

/** A duration as a clock shows it: `1:02:03`, `4:05`. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The run's end in a few words: `finished, score 0.81, silver medal, in 3 min 5 s`. */
export function describeEnd(run: RunStatus): string {
  const parts: string[] = [run.end ?? run.state];
  if (run.end === "agent-error" || run.end === "infrastructure-error") parts.push(firstLine(run.reason ?? ""));
  if (run.score !== null) parts.push(`score ${run.score}`);
  else if (run.valid === true) parts.push("a score that is no finite number");
  else parts.push(run.submission ? "invalid submission" : "no submission");
  if (run.medal !== null) parts.push(`${run.medal} medal`);
  if (run.elapsedMs !== null) parts.push(`in ${formatSeconds(run.elapsedMs / 1000)}`);
  return parts.filter((part) => part !== "").join(", ");
}

/** The first line of a text, without its full stop, for use inside a sentence. */
export function firstLine(text: string): string {
  return text.split("\n")[0]!.trim().replace(/\.$/, "");
}
