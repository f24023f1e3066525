import { join } from "node:path";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { JournalTail } from "../../lib/journal/journal-tail.ts";
import type { GroupEvent, RunEnd } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";

/** What the group's journal says about one run. */
export interface JournaledRun {
  /** The last attempt, and when it was started. */
  attempt: number;
  startedAt: string;
  /** How often it was to start over because the agent had failed it, and whether it has not done so yet. */
  retries: number;
  isToBeRetried: boolean;
  /** Null again when the run is started again or resumed. */
  end: { readonly end: RunEnd; readonly head: string; readonly actMs: number } | null;
}

/** The state of a group according to its journal. `read` brings it up to date. */
export class GroupJournal {
  readonly runs = new Map<string, JournaledRun>();
  /** Seeds that were added to the plan. */
  readonly addedSeeds: number[] = [];
  /** When the first host started. */
  startedAt: string | null = null;
  /** How and when the last host ended; null while it runs, and after it was killed. */
  hostEnd: { readonly why: "complete" | "stopped" | "budget"; readonly time: string } | null = null;
  /** When the last line was written. */
  lastAt: string | null = null;
  /** How long agents have worked, in all attempts together. */
  spentMs = 0;
  readonly #tail: JournalTail<GroupEvent>;

  constructor(groupFolder: string) {
    this.#tail = new JournalTail(join(groupFolder, groupFiles.events));
  }

  /** Reads the new lines and returns them. */
  read(): JournalLine<GroupEvent>[] {
    const lines = this.#tail.read();
    for (const line of lines) this.#add(line);
    return lines;
  }

  #add(line: JournalLine<GroupEvent>): void {
    this.lastAt = line.time;
    switch (line.type) {
      case "host-started":
        this.startedAt ??= line.time;
        this.hostEnd = null;
        break;
      case "host-ended":
        this.hostEnd = { why: line.why, time: line.time };
        break;
      case "extended":
        this.addedSeeds.push(...line.seeds);
        break;
      case "retried":
        for (const run of line.runs) {
          const known = this.runs.get(run);
          if (known !== undefined) Object.assign(known, { retries: known.retries + 1, isToBeRetried: true, end: null });
        }
        break;
      case "run-started": {
        const { retries = 0 } = this.runs.get(line.run) ?? {};
        const started = { attempt: line.attempt, startedAt: line.time, retries, isToBeRetried: false };
        this.runs.set(line.run, { ...started, end: null });
        break;
      }
      case "run-resumed": {
        const known = this.runs.get(line.run);
        if (known !== undefined) known.end = null;
        break;
      }
      case "run-ended": {
        const { end, head, actMs } = line;
        const unknown = { attempt: 1, startedAt: line.time, retries: 0, isToBeRetried: false };
        const known = this.runs.get(line.run) ?? unknown;
        this.runs.set(line.run, { ...known, end: { end, head, actMs } });
        this.spentMs += actMs;
        break;
      }
    }
  }
}
