import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { plainText } from "../../lib/plain-text.ts";
import { visibleText } from "../../lib/visible-text.ts";
import { hasResult } from "../../runs/record/run-events.ts";
import { groupFiles } from "../../runs/record/run-folder.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import type { GroupUpdate, GroupWatch, RunUpdate } from "../../runs/state/watch-group.ts";
import { cutToWidth } from "./cut-to-width.ts";
import { describeUpdate, viewLines } from "./run-view.ts";
import { Screen, type TerminalStream } from "./screen.ts";

/** Why a view ended: the host finished, was stopped, used up its budget or died, or the viewer left. */
export type FollowEnd = "complete" | "stopped" | "budget" | "died" | "left";

type Searches = GroupUpdate["searches"];

interface FollowOptions {
  readonly budgetMs?: number;
  /** Ends the view, not the group. */
  readonly signal?: AbortSignal;
  readonly stream?: TerminalStream;
  readonly intervalMs?: number;
  /** When an earlier host ended: that end is not the one to wait for. */
  readonly endBefore?: string | null;
  /** How long a host may take to start. */
  readonly startMs?: number;
}

/**
 * Shows a group until its host ends: a live view on a terminal, elsewhere a line when something happens. Start the watch
 * before the host: an end that was already in the journal counts only if no host starts.
 */
export async function followGroup(
  watch: GroupWatch,
  options: FollowOptions = {},
): Promise<{ readonly end: FollowEnd; readonly group: GroupState }> {
  const { stream = process.stderr, intervalMs = 250, startMs = 15_000 } = options;
  const isLive = stream.isTTY === true && process.env.TERM !== "dumb";
  const display = isLive ? new LiveDisplay(stream, options.budgetMs) : new PlainDisplay(stream);
  const startBy = performance.now() + startMs;
  let { group, updates, searches } = watch.poll();
  const oldEnd = options.endBefore ?? (group.host.alive ? undefined : group.hostEnd?.time);
  // The others are run again, or graded again, and end once more.
  const hasFinalEnd = ({ state, end }: RunStatus) => state === "ended" && hasResult(end);
  const endedNow = updates.filter((update) => isEnd(update) && hasFinalEnd(update.run)).length;
  let endedRuns = group.runs.filter(hasFinalEnd).length - endedNow;
  let wasAlive = false;
  try {
    for (;;) {
      for (const update of updates) {
        if (isEnd(update)) endedRuns += 1;
        const count = isEnd(update) ? `[${endedRuns}/${group.runs.length}] ` : "";
        const line = describeUpdate(update, searches.get(update.run.id));
        display.add(update, `${count}${plainText(line).replaceAll("\n", " ")}`);
      }
      display.show(group, searches);
      wasAlive ||= group.host.alive;
      if (group.hostEnd !== null && group.hostEnd.time !== oldEnd) return { end: group.hostEnd.why, group };
      if (!group.host.alive && (wasAlive || performance.now() > startBy)) return { end: "died", group };
      if (options.signal?.aborted) return { end: "left", group };
      await setTimeout(intervalMs, undefined, options).catch(() => undefined);
      ({ group, updates, searches } = watch.poll());
    }
  } finally {
    display.end();
  }
}

function isEnd({ kind }: RunUpdate): boolean {
  return kind === "ended";
}

/** A line for each update. */
class PlainDisplay {
  readonly #stream: TerminalStream;

  constructor(stream: TerminalStream) {
    this.#stream = stream;
  }

  add(_: RunUpdate, line: string): void {
    this.#stream.write(`${visibleText(line)}\n`);
  }

  show(_group: GroupState, _searches: Searches): void {}

  end(): void {}
}

/** A block of lines that is kept up to date, and above it a line for each run that ended or was interrupted. */
class LiveDisplay {
  readonly #stream: TerminalStream;
  readonly #screen: Screen;
  readonly #budget: { readonly budgetMs?: number };
  #lines: string[] = [];

  constructor(stream: TerminalStream, budgetMs: number | undefined) {
    this.#stream = stream;
    this.#screen = new Screen(stream);
    this.#budget = budgetMs === undefined ? {} : { budgetMs };
  }

  add({ kind }: RunUpdate, line: string): void {
    if (kind === "ended" || kind === "interrupted") this.#lines.push(line);
  }

  show(group: GroupState, searches: Searches): void {
    const { columns, rows } = { columns: this.#stream.columns || 80, rows: this.#stream.rows || 24 };
    if (this.#lines.length > 0) this.#screen.print(this.#lines.map((line) => cutToWidth(line, columns - 1)));
    this.#lines = [];
    const stopping = existsSync(join(group.folder, groupFiles.stop));
    this.#screen.draw(viewLines(group, { columns, rows, now: Date.now(), stopping, searches, ...this.#budget }));
  }

  end(): void {
    this.#screen.end();
  }
}
