import { setTimeout } from "node:timers/promises";
import { plainText } from "../../lib/plain-text.ts";
import { countRuns, isRunning, type RunCounts } from "../../runs/state/count-runs.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import type { GroupWatch, RunUpdate } from "../../runs/state/watch-group.ts";
import { cutToWidth } from "./cut-to-width.ts";
import { describeEnd, formatClock } from "./format-run.ts";
import { Screen, type TerminalStream } from "./screen.ts";

/** How a group is shown. */
export interface ViewOptions {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  readonly colour: boolean;
  /** Of all runs together; see `HostSettings`. */
  readonly budgetMs?: number;
}

const paint = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
type Paint = (name: keyof typeof paint, text: string) => string;

/** A group as lines that fit a terminal: what is done, then a line for each run that is under way. */
export function viewLines(group: GroupState, options: ViewOptions): string[] {
  const { columns, rows } = options;
  const colour: Paint = (name, text) =>
    options.colour ? `\x1b[${paint[name][0]}m${text}\x1b[${paint[name][1]}m` : text;
  // A character in the last column makes some terminals wrap.
  const width = Math.max(1, columns - 1);
  const active = group.runs.filter((run) => isRunning(run, group.host.alive));
  const header = headerLines(group, options, width, colour);
  const room = Math.max(1, rows - header.length - 1);
  const shown = active.length <= room ? active : active.slice(0, Math.max(0, room - 1));
  const idWidth = Math.min(Math.max(0, ...shown.map(({ id }) => id.length)), Math.max(8, Math.floor(width / 3)));
  const lines = shown.map((run) => runLine(run, width, idWidth, colour));
  const hidden = active.length - shown.length;
  return [...header, ...lines, ...(hidden > 0 ? [colour("dim", cutToWidth(`  and ${hidden} more`, width))] : [])];
}

function headerLines(group: GroupState, options: ViewOptions, width: number, colour: Paint): string[] {
  const counts = countRuns(group.runs, group.host.alive);
  const parts = [describeCounts(counts)];
  if (group.startedAt !== null) parts.push(`${formatClock(options.now - Date.parse(group.startedAt))} elapsed`);
  if (options.budgetMs !== undefined) {
    const used = group.runs.reduce((sum, { elapsedMs }) => sum + (elapsedMs ?? 0), 0);
    parts.push(`budget left ${formatClock(Math.max(0, options.budgetMs - used))}`);
  }
  if (!group.host.alive) parts.push("no host");
  return [colour("bold", cutToWidth(group.plan.name, width)), cutToWidth(parts.join(", "), width)];
}

/** `3 done, 2 running, 1 failed of 12`. */
export function describeCounts({ total, done, running, failed, cancelled }: RunCounts): string {
  const stopped = cancelled === 0 ? "" : `, ${cancelled} cancelled`;
  return `${done} done, ${running} running, ${failed} failed${stopped} of ${total}`;
}

function runLine(run: RunStatus, width: number, idWidth: number, colour: Paint): string {
  const left = run.leftMs === null ? "" : `${formatClock(run.leftMs)} left`;
  const tries = run.attempt > 1 ? ` #${run.attempt}` : "";
  const state = `${run.state}${tries}`.padEnd(10);
  const begin = `  ${cutToWidth(run.id, idWidth).padEnd(idWidth)}  ${state} ${left.padEnd(13)}`;
  const submission = run.submission ? "submitted " : "          ";
  const plain = `${begin} ${submission} `;
  if (plain.length >= width) return cutToWidth(plain.trimEnd(), width);
  const output = cutToWidth(plainText(run.lastOutput ?? ""), width - plain.length);
  return `${begin} ${colour("green", submission)} ${colour("dim", output)}`.trimEnd();
}

/** One line about something that happened, for logs and pipes. */
function describeUpdate({ kind, run, elapsedMs }: RunUpdate): string {
  switch (kind) {
    case "started":
      return `${run.id}: started${run.attempt > 1 ? `, attempt ${run.attempt}` : ""}`;
    case "candidate":
      return `${run.id}: a new submission${elapsedMs === null ? "" : ` after ${formatClock(elapsedMs)}`}`;
    case "interrupted":
      return `${run.id}: interrupted: ${run.reason ?? "for an unknown reason"}`;
    case "ended":
      return `${run.id}: ${describeEnd(run)}`;
  }
}

/** Why a view ended: the host did all it had to, was stopped, spent its budget, died, or the viewer left. */
export type FollowEnd = "complete" | "stopped" | "budget" | "died" | "left";

export interface FollowOptions {
  readonly budgetMs?: number;
  /** Ends the view, not the group. */
  readonly signal?: AbortSignal;
  readonly stream?: TerminalStream & { readonly isTTY?: boolean };
  readonly intervalMs?: number;
  /** When an earlier host ended: not what is waited for. */
  readonly endBefore?: string | null;
  /** How long a host may take until it is there. */
  readonly startMs?: number;
}

/**
 * Shows a group until its host ends: a live view on a terminal, elsewhere a line when something happens. Begin watching
 * before the host is started: an end that the journal already held counts only while no host comes.
 */
export async function followGroup(
  watch: GroupWatch,
  options: FollowOptions = {},
): Promise<{ readonly end: FollowEnd; readonly group: GroupState }> {
  const stream = options.stream ?? process.stderr;
  const isLive = stream.isTTY === true && process.env.TERM !== "dumb";
  const colour = isLive && process.env.NO_COLOR === undefined;
  const screen = isLive ? new Screen(stream) : null;
  const startBy = performance.now() + (options.startMs ?? 15_000);
  const before = watch.poll();
  const oldEnd = options.endBefore ?? (before.group.host.alive ? undefined : before.group.hostEnd?.time);
  let wasAlive = false;
  const isEnd = ({ kind }: RunUpdate) => kind === "ended";
  let counted = before.group.runs.filter(({ state }) => state === "ended").length - before.updates.filter(isEnd).length;
  try {
    for (let { group, updates } = before; ; { group, updates } = watch.poll()) {
      wasAlive ||= group.host.alive;
      const lines: string[] = [];
      for (const each of updates) {
        if (isEnd(each)) counted += 1;
        const count = isEnd(each) ? `[${counted}/${group.runs.length}] ` : "";
        if (!isLive || isEnd(each) || each.kind === "interrupted") {
          lines.push(`${count}${plainText(describeUpdate(each)).replaceAll("\n", " ")}`);
        }
      }
      if (screen === null) for (const line of lines) stream.write(`${line}\n`);
      else {
        const size = { columns: stream.columns || 80, rows: stream.rows || 24, now: Date.now(), colour };
        if (lines.length > 0) screen.print(lines.map((line) => cutToWidth(line, size.columns - 1)));
        screen.draw(viewLines(group, options.budgetMs === undefined ? size : { ...size, budgetMs: options.budgetMs }));
      }
      if (group.hostEnd !== null && group.hostEnd.time !== oldEnd) return { end: group.hostEnd.why, group };
      const isGone = !group.host.alive && (wasAlive || performance.now() > startBy);
      if (isGone) return { end: "died", group };
      if (options.signal?.aborted) return { end: "left", group };
      await setTimeout(options.intervalMs ?? 250, undefined, options).catch(() => undefined);
    }
  } finally {
    screen?.end();
  }
}
