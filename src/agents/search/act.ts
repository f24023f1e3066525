import type { AgentEnd, AgentTask } from "../../contracts/agent.ts";
import type { Model } from "../../contracts/model.ts";
import { loadFacts } from "../../facts/facts.ts";
import { sha256 } from "../../lib/hashing.ts";
import { pause } from "../../lib/pause.ts";
import { LimitReached } from "../../models/calls/limit-reached.ts";
import { askThrough } from "./ask.ts";
import { Bank } from "./bank.ts";
import { BudgetLedger } from "./budget.ts";
import { describeTask } from "./describe-task.ts";
import { SearchJournal } from "./journal.ts";
import { finish, searchOn } from "./loop.ts";
import type { Search, SearchParts } from "./search.ts";
import { makeSlots } from "./slots.ts";
import { Workspace } from "./workspace/workspace.ts";

const cancelled: AgentEnd = { exitCode: null, timedOut: false, cancelled: true, exceeded: null };
/** Why the search's own signal is aborted. */
const outOfTime = "Its time is up.";

/** Searches for the best submission, from the beginning or from where an interrupted host left it. */
export async function actAsSearch(
  task: AgentTask,
  model: Model,
  parts: SearchParts,
  settings: unknown,
): Promise<AgentEnd> {
  const journal = new SearchJournal(task);
  await begin(task, journal, parts, settings);
  const { wallClockMs, seed, task: text } = journal.last("started")!;
  const ledger = new BudgetLedger({ task, wallClockMs, steps: parts.steps });
  const stop = new AbortController();
  const returned = new AbortController();
  const signal = AbortSignal.any([task.signal, stop.signal]);
  void stopInTime(ledger, stop, returned.signal);
  // Not the search's own signal: when that is aborted, the submission still has to be put into its place.
  const workspace = new Workspace(task, parts.program);
  const bank = new Bank({ journal, workspace, sandbox: task.sandbox });
  const waited = (ms: number): void => ledger.clock.waited(ms);
  const ask = askThrough({ journal, model, signal, waited });
  const background = { task: text, knowledge: { ideas: "", code: "" } };
  const search: Search = {
    task,
    parts,
    journal,
    ledger,
    workspace,
    bank,
    ask,
    background,
    seed,
    signal,
    stop: () => stop.abort(outOfTime),
  };
  try {
    const cards = await workspace.open();
    return await searchOn(search, makeSlots(parts.parallel, task.limits.gpus ?? 0, cards));
  } catch (error) {
    if (task.signal.aborted) return cancelled;
    if (!(error instanceof LimitReached) && error !== outOfTime) throw error;
    finish(search, error instanceof LimitReached ? error.message : outOfTime);
    return await searchOn(search, []);
  } finally {
    returned.abort();
  }
}

/** Records what stays the same, or that another host goes on. */
async function begin(
  task: AgentTask,
  journal: SearchJournal,
  { program }: SearchParts,
  settings: unknown,
): Promise<void> {
  if (journal.last("started") !== undefined) {
    journal.add({ type: "continued" });
    return;
  }
  journal.add({
    type: "started",
    settings: sha256(JSON.stringify(settings)),
    seed: task.seed,
    wallClockMs: task.limits.wallClockMs,
    lowerIsBetter: loadFacts(task.competitionId).better === "lower",
    program,
    task: await describeTask(task),
  });
}

/** Waiting for a provider may not count as time, so the end can move while it is waited for. */
async function stopInTime(ledger: BudgetLedger, stop: AbortController, returned: AbortSignal): Promise<void> {
  while (ledger.untilStopMs > 0) if (!(await pause(ledger.untilStopMs, returned))) return;
  stop.abort(outOfTime);
}
