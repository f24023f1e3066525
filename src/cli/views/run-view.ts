import type { SearchRecord } from "../../agents/search/tree/search-record.ts";
import { plainText } from "../../lib/plain-text.ts";
import { countRuns, isRunning, type RunCounts } from "../../runs/state/count-runs.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import type { RunUpdate } from "../../runs/state/watch-group.ts";
import { bold, dim, green, styled, type Text } from "../styled-text.ts";
import { cutToWidth } from "./cut-to-width.ts";
import { describeEnd, formatClock } from "./format-run.ts";
import { describeExperiment, searchLines } from "./search-lines.ts";

/** How a group is shown. */
interface ViewOptions {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  /** Whether the group was asked to stop. */
  readonly stopping?: boolean;
  /** Of all runs together; see `HostSettings`. */
  readonly budgetMs?: number;
  /** The searches of runs, by run. */
  readonly searches?: ReadonlyMap<string, SearchRecord>;
}

/** A group as lines that fit a terminal: the counts, then a line for each active run. */
export function viewLines(group: GroupState, options: ViewOptions): Text[] {
  const { columns, rows } = options;
  // A character in the last column makes some terminals wrap.
  const width = Math.max(1, columns - 1);
  const active = group.runs.filter((run) => isRunning(run, group.host.alive));
  const header = headerLines(group, options, width);
  const room = Math.max(1, rows - header.length - 1);
  const shown = active.length <= room ? active : active.slice(0, Math.max(0, room - 1));
  const idWidth = Math.min(Math.max(0, ...shown.map(({ id }) => id.length)), Math.max(8, Math.floor(width / 3)));
  const hidden = active.length - shown.length;
  const free = room - shown.length - (hidden > 0 ? 1 : 0);
  const found = shown.filter(({ id }) => options.searches?.has(id)).length;
  const each = found === 0 ? 0 : Math.floor(free / found);
  const lines = shown.flatMap((run) => {
    const search = options.searches?.get(run.id);
    return [runLine(run, width, idWidth), ...(search === undefined ? [] : searchLines(search, { rows: each, width }))];
  });
  return [...header, ...lines, ...(hidden > 0 ? [dim(cutToWidth(`  and ${hidden} more`, width))] : [])];
}

function headerLines(group: GroupState, options: ViewOptions, width: number): Text[] {
  const counts = countRuns(group.runs, group.host.alive);
  const parts = [describeCounts(counts)];
  if (group.startedAt !== null) parts.push(`${formatClock(options.now - Date.parse(group.startedAt))} elapsed`);
  if (options.budgetMs !== undefined) {
    const used = group.runs.reduce((sum, { elapsedMs }) => sum + (elapsedMs ?? 0), 0);
    parts.push(`budget left ${formatClock(Math.max(0, options.budgetMs - used))}`);
  }
  if (!group.host.alive) parts.push("no host");
  else if (options.stopping) parts.push("stopping");
  return [bold(cutToWidth(group.plan.name, width)), cutToWidth(parts.join(", "), width)];
}

/** `3 done, 2 running, 1 failed of 12`. */
export function describeCounts({ total, done, running, failed, cancelled, ungraded }: RunCounts): string {
  const stopped = cancelled === 0 ? "" : `, ${cancelled} cancelled`;
  const unknown = ungraded === 0 ? "" : `, ${ungraded} ungraded`;
  return `${done} done, ${running} running, ${failed} failed${stopped}${unknown} of ${total}`;
}

function runLine(run: RunStatus, width: number, idWidth: number): Text {
  const left = run.leftMs === null ? "" : `${formatClock(run.leftMs)} left`;
  const tries = run.attempt > 1 ? ` #${run.attempt}` : "";
  const state = `${run.state}${tries}`.padEnd(10);
  const begin = `  ${cutToWidth(run.id, idWidth).padEnd(idWidth)}  ${state} ${left.padEnd(13)}`;
  const submission = run.submission ? "submitted " : "          ";
  const plain = `${begin} ${submission} `;
  if (plain.length >= width) return cutToWidth(plain.trimEnd(), width);
  const output = cutToWidth(plainText(run.lastOutput ?? ""), width - plain.length);
  if (output === "") return run.submission ? styled`${begin} ${green(submission.trimEnd())}` : begin.trimEnd();
  return styled`${begin} ${green(submission)} ${dim(output)}`;
}

/**
 * One line about something that happened, for logs and pipes.
 *
 * @param search That of the run, if its agent searches.
 */
export function describeUpdate({ kind, run, elapsedMs, experiment }: RunUpdate, search?: SearchRecord): string {
  switch (kind) {
    case "started":
      return `${run.id}: started${run.attempt > 1 ? `, attempt ${run.attempt}` : ""}`;
    case "resumed":
      return `${run.id}: resumed after the agent's work`;
    case "candidate":
      return `${run.id}: a new submission${elapsedMs === null ? "" : ` after ${formatClock(elapsedMs)}`}`;
    case "experiment":
      return `${run.id}: ${describeExperiment(experiment!, search)}`;
    case "interrupted":
      return `${run.id}: interrupted: ${run.reason ?? "for an unknown reason"}`;
    case "ended":
      return `${run.id}: ${describeEnd(run)}`;
  }
}
