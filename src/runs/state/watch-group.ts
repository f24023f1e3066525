import { join } from "node:path";
import { type PlannedRun, readPlan } from "../record/group-plan.ts";
import { JournalTail } from "../record/journal-tail.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { LastOutput } from "./last-output.ts";
import { describeRun, type GroupState, isOpen, type RunStatus } from "./read-group.ts";
import { GroupJournal, indexGroup } from "./read-group-index.ts";
import { readHost } from "./read-host.ts";
import { addRunEvent, noProgress, readRunEnd } from "./run-progress.ts";

/** Something to tell a person. */
export interface RunHappening {
  readonly what: "started" | "candidate" | "interrupted" | "ended";
  readonly run: RunStatus;
  /** How long the agent had worked then. */
  readonly elapsedMs: number | null;
}

type News = Pick<RunHappening, "elapsedMs"> & { readonly what: "candidate" | "interrupted" };

/** A group now, and what happened since the last look. `group.runs` is the same array each time, kept up to date. */
export interface GroupLook {
  readonly group: GroupState;
  readonly happened: readonly RunHappening[];
}

/** A run that a host is busy with, read on as it grows. */
class OpenRun {
  readonly progress = noProgress();
  readonly output: LastOutput;
  readonly #events: JournalTail<RunEvent>;
  readonly #since: number;

  /** @param since The first attempt whose events are news. */
  constructor(folder: string, since: number) {
    this.#since = since;
    this.#events = new JournalTail(join(folder, runFiles.events));
    this.output = new LastOutput(join(folder, runFiles.output));
  }

  /** What is new, of the events that a person wants to hear of. */
  read(): News[] {
    const happened: News[] = [];
    for (const line of this.#events.read()) {
      addRunEvent(this.progress, line);
      if (this.progress.attempt < this.#since) continue;
      if (line.type === "candidate") happened.push({ what: line.type, elapsedMs: line.elapsedMs });
      if (line.type === "interrupted") happened.push({ what: line.type, elapsedMs: null });
    }
    return happened;
  }
}

/**
 * Looks at a group again and again, cheaply: each look reads what is new in the group's journal and in those of the runs
 * that are open, however many others there are. What was there before the first look has not "happened".
 */
export class GroupWatch {
  readonly #folder: string;
  readonly #journal: GroupJournal;
  readonly #runs: RunStatus[];
  readonly #places = new Map<string, number>();
  readonly #open = new Map<string, OpenRun>();
  readonly #plan: GroupState["plan"];

  /** @throws UsageError when the folder holds no plan that can be read. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#plan = readPlan(folder);
    this.#journal = new GroupJournal(folder);
    this.#journal.read();
    const { runs } = indexGroup(folder, this.#plan, this.#journal);
    const now = Date.now();
    this.#runs = runs.map((run, index) => {
      this.#places.set(run.id, index);
      if (isOpen(run)) this.#openRun(run).read();
      const progress = run.progress ?? readRunEnd(join(run.folder, runFiles.events));
      return describeRun(run, progress, run.journaled, this.#plan, false, now);
    });
  }

  look(now = Date.now()): GroupLook {
    const happened: RunHappening[] = [];
    // Before the journal: a host that is gone has written all it had to write.
    const host = readHost(this.#folder, () => Array.from(this.#open.keys(), (id) => join(this.#folder, id)));
    const ended = new Set<string>();
    for (const line of this.#journal.read()) {
      if (line.type !== "run-started" && line.type !== "run-ended") continue;
      const run = this.#planned(line.run);
      if (run === undefined) continue;
      if (!this.#open.has(line.run)) this.#openRun(run);
      if (line.type === "run-started") {
        happened.push({ what: "started", run: this.#describe(run, host.alive, now), elapsedMs: null });
        ended.delete(line.run);
      } else ended.add(line.run);
    }
    for (const [id, open] of this.#open) {
      const news = open.read();
      const run = this.#describe(this.#planned(id)!, host.alive, now);
      this.#runs[this.#places.get(id)!] = run;
      for (const each of news) happened.push({ ...each, run });
      if (run.state !== "ended") continue;
      if (ended.has(id)) happened.push({ what: "ended", run, elapsedMs: run.elapsedMs });
      // Without the group's word the host is about to write it.
      if (this.#journal.runs.get(id)?.end) this.#open.delete(id);
    }
    const { startedAt, hostEnd, lastAt } = this.#journal;
    const group = { folder: this.#folder, plan: this.#plan, host, startedAt, hostEnd, lastAt, runs: this.#runs };
    return { group, happened };
  }

  #planned(id: string): RunStatus | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#runs[place];
  }

  #openRun(run: PlannedRun): OpenRun {
    const since = this.#journal.runs.get(run.id)?.attempt ?? 0;
    const open = new OpenRun(join(this.#folder, run.id), since);
    this.#open.set(run.id, open);
    return open;
  }

  #describe(run: RunStatus, hostLives: boolean, now: number): RunStatus {
    const open = this.#open.get(run.id)!;
    const journaled = this.#journal.runs.get(run.id) ?? null;
    const status = describeRun(run, open.progress, journaled, this.#plan, hostLives, now);
    return status.state === "ended" ? status : { ...status, lastOutput: open.output.read() };
  }
}

/** See `GroupWatch`. Begin before the host starts, so that nothing it does is missed. */
export function watchGroup(folder: string): GroupWatch {
  return new GroupWatch(folder);
}
