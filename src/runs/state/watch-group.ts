import { join } from "node:path";
import type { SearchEvent } from "../../agents/search/events.ts";
import { SearchRecord } from "../../agents/search/tree/search-record.ts";
import { JournalTail } from "../../lib/journal/journal-tail.ts";
import { type PlannedRun, readPlan } from "../record/group-plan.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { GroupJournal } from "./group-journal.ts";
import { LastOutput } from "./last-output.ts";
import { describeRun, type GroupState, isOpen, type RunStatus } from "./read-group.ts";
import { indexGroup } from "./read-group-index.ts";
import { readHost } from "./read-host.ts";
import { addRunEvent, noProgress, readRunEnd } from "./run-progress.ts";

/** Something that happened to a run. */
export interface RunUpdate {
  readonly kind: "started" | "resumed" | "candidate" | "experiment" | "interrupted" | "ended";
  readonly run: RunStatus;
  /** The experiment that has ended. */
  readonly experiment?: string;
  /** How long the agent had worked by then. */
  readonly elapsedMs: number | null;
}

type RunNews = Pick<RunUpdate, "elapsedMs" | "experiment"> & {
  readonly kind: "candidate" | "experiment" | "interrupted";
};

/** The current state of a group, and what happened since the last poll. `group.runs` is the same array each time, kept up to date. */
export interface GroupUpdate {
  readonly group: GroupState;
  readonly updates: readonly RunUpdate[];
  /** The searches of the runs that were open until now, by run; empty when the agent does not search. */
  readonly searches: ReadonlyMap<string, SearchRecord>;
}

/** A run that a host is working on. Its files are read as they grow. */
class OpenRun {
  readonly progress = noProgress();
  readonly output: LastOutput;
  /** Null unless the agent searches. */
  search: SearchRecord | null;
  readonly #events: JournalTail<RunEvent>;
  readonly #since: number;

  /** @param since The first attempt whose events are reported. */
  constructor(folder: string, since: number, isSearch: boolean) {
    this.#since = since;
    this.search = isSearch ? new SearchRecord() : null;
    this.#events = new JournalTail(join(folder, runFiles.events));
    this.output = new LastOutput(join(folder, runFiles.output));
  }

  /** New events that are worth showing. */
  read(): RunNews[] {
    const news: RunNews[] = [];
    for (const line of this.#events.read()) {
      addRunEvent(this.progress, line);
      if (line.type === "opened" && this.search !== null) this.search = new SearchRecord();
      // The host has checked it against the agent's events.
      const event = line.type === "agent" && this.search !== null ? (line.event as SearchEvent) : null;
      if (event !== null) this.search?.add(event);
      if (this.progress.attempt < this.#since) continue;
      if (line.type === "candidate") news.push({ kind: line.type, elapsedMs: line.elapsedMs });
      if (event?.type === "ended") news.push({ kind: "experiment", experiment: event.experiment, elapsedMs: null });
      if (line.type === "interrupted") news.push({ kind: line.type, elapsedMs: null });
    }
    return news;
  }
}

/**
 * Polls a group cheaply: each poll reads only what is new in the journals of the group and of its open runs, however many
 * other runs there are. Events from before the watch began are not reported.
 */
export class GroupWatch {
  readonly #folder: string;
  readonly #journal: GroupJournal;
  readonly #runs: RunStatus[];
  readonly #places = new Map<string, number>();
  readonly #open = new Map<string, OpenRun>();
  readonly #plan: GroupState["plan"];
  readonly #isSearch: boolean;

  /** @throws UsageError when the folder holds no plan that can be read. */
  constructor(folder: string, searches: (agent: string) => boolean) {
    this.#folder = folder;
    this.#journal = new GroupJournal(folder);
    this.#journal.read();
    const { plan, runs } = indexGroup(folder, readPlan(folder), this.#journal);
    this.#plan = plan;
    this.#isSearch = searches(plan.agent.name);
    const now = Date.now();
    this.#runs = runs.map((run, index) => {
      this.#places.set(run.id, index);
      if (isOpen(run)) this.#openRun(run).read();
      const progress = run.progress ?? readRunEnd(join(run.folder, runFiles.events));
      return describeRun(run, progress, run.journaled, this.#plan, false, now);
    });
  }

  poll(now = Date.now()): GroupUpdate {
    const updates: RunUpdate[] = [];
    // Read before the journal: once the host is gone, the journal is complete.
    const host = readHost(this.#folder, () => Array.from(this.#open.keys(), (id) => join(this.#folder, id)));
    const ended = new Set<string>();
    for (const line of this.#journal.read()) {
      if (line.type !== "run-started" && line.type !== "run-resumed" && line.type !== "run-ended") continue;
      const run = this.#planned(line.run);
      if (run === undefined) continue;
      if (!this.#open.has(line.run)) {
        const open = this.#openRun(run);
        // What its agent did before it ended was reported then.
        if (line.type === "run-resumed") open.read();
      }
      if (line.type === "run-ended") ended.add(line.run);
      else {
        const kind = line.type === "run-started" ? "started" : "resumed";
        updates.push({ kind, run: this.#describe(run, host.alive, now), elapsedMs: null });
        ended.delete(line.run);
      }
    }
    const searches = new Map<string, SearchRecord>();
    for (const [id, open] of this.#open) {
      const news = open.read();
      if (open.search !== null) searches.set(id, open.search);
      const run = this.#describe(this.#planned(id)!, host.alive, now);
      this.#runs[this.#places.get(id)!] = run;
      for (const each of news) updates.push({ ...each, run });
      if (run.state !== "ended") continue;
      if (ended.has(id)) updates.push({ kind: "ended", run, elapsedMs: run.elapsedMs });
      // Otherwise the host is about to write it.
      if (this.#journal.runs.get(id)?.end) this.#open.delete(id);
    }
    const { startedAt, hostEnd, lastAt } = this.#journal;
    const group = { folder: this.#folder, plan: this.#plan, host, startedAt, hostEnd, lastAt, runs: this.#runs };
    return { group, updates, searches };
  }

  #planned(id: string): RunStatus | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#runs[place];
  }

  #openRun(run: PlannedRun): OpenRun {
    const since = this.#journal.runs.get(run.id)?.attempt ?? 0;
    const open = new OpenRun(join(this.#folder, run.id), since, this.#isSearch);
    this.#open.set(run.id, open);
    return open;
  }

  #describe(run: RunStatus, hostAlive: boolean, now: number): RunStatus {
    const open = this.#open.get(run.id)!;
    const journaled = this.#journal.runs.get(run.id) ?? null;
    const status = describeRun(run, open.progress, journaled, this.#plan, hostAlive, now);
    return status.state === "ended" ? status : { ...status, lastOutput: open.output.read() };
  }
}

/**
 * See `GroupWatch`. Call it before the host starts to miss nothing that the host does.
 *
 * @param searches Which agents search, for watchers that show searches.
 */
export function watchGroup(folder: string, searches: (agent: string) => boolean = () => false): GroupWatch {
  return new GroupWatch(folder, searches);
}
