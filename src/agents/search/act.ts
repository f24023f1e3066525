import type { AgentEnd, AgentTask } from "../../contracts/agent.ts";
import type { Model } from "../../contracts/model.ts";
import { loadFacts } from "../../facts/facts.ts";
import { sha256 } from "../../lib/hashing.ts";
import { pause } from "../../lib/pause.ts";
import { LimitReached } from "../../models/calls/limit-reached.ts";
import { askThrough } from "./ask.ts";
import { Bank } from "./bank.ts";
import { BudgetLedger, limitEnd, timeIsUp } from "./budget.ts";
import { describeTask } from "./describe-task.ts";
import { SearchJournal } from "./journal.ts";
import type { CardWalk } from "./knowledge/settings.ts";
import { useCards } from "./knowledge/use-cards.ts";
import { finish, searchOn } from "./loop.ts";
import { usePretrained } from "./pretrained/use-pretrained.ts";
import type { Search, SearchParts } from "./search.ts";
import { makeSlots } from "./slots.ts";
import { Workspace } from "./workspace/workspace.ts";

const cancelled: AgentEnd = { exitCode: null, timedOut: false, cancelled: true, exceeded: null };

interface SearchOptions {
  readonly settings: unknown;
  /** Adds to the search what settings cannot, such as repositories to adapt. */
  readonly equip?: Equip;
  /** The user's own knowledge cards, and how cards are collected; null when prompts use none. */
  readonly cards: { readonly folder: string | undefined; readonly walk: CardWalk } | null;
  /** Whether prompts name pretrained models. */
  readonly looksUpModels?: boolean;
}

/** Searches for the best submission, from the beginning or from where an interrupted host left it. */
export async function actAsSearch(
  task: AgentTask,
  model: Model,
  parts: SearchParts,
  options: SearchOptions,
): Promise<AgentEnd> {
  const returned = new AbortController();
  try {
    const journal = new SearchJournal(task);
    await begin(task, journal, parts, options.settings);
    const search = openSearch({ task, parts, journal }, model, returned.signal);
    return await goOn(search, options).catch(async (error: unknown) => {
      const end = error instanceof LimitReached ? limitEnd(error) : error === timeIsUp ? timeIsUp : null;
      if (end === null || task.signal.aborted) throw error;
      finish(search, end);
      return await searchOn(search, []);
    });
  } catch (error) {
    if (task.signal.aborted) return cancelled;
    throw error;
  } finally {
    returned.abort();
  }
}

/** @param returned Aborted when the search is over. */
function openSearch(
  { task, parts, journal }: Pick<Search, "task" | "parts" | "journal">,
  model: Model,
  returned: AbortSignal,
): Search {
  const { wallClockMs, seed, task: text } = journal.last("started")!;
  const ledger = new BudgetLedger({ task, wallClockMs, steps: parts.steps });
  const stopping = new AbortController();
  const stop = (reason: unknown): void => stopping.abort(reason);
  void stopInTime(ledger, stop, returned);
  const signal = AbortSignal.any([task.signal, stopping.signal]);
  // Not the search's own signal: when that is aborted, the submission still has to be put into its place.
  const workspace = new Workspace(task, parts.program);
  const bank = new Bank({ journal, workspace, sandbox: task.sandbox });
  const ask = askThrough({ journal, model, signal, waited: (ms) => ledger.clock.waited(ms) });
  const background = { task: text, knowledge: { ideas: "", code: "" } };
  return { task, parts, journal, ledger, workspace, bank, ask, background, seed, signal, stop };
}

/** Lets a search go on with more than it had, and cleans up after it. */
export type Equip = (search: Search, goOn: (equipped: Search) => Promise<AgentEnd>) => Promise<AgentEnd>;

async function goOn(
  search: Search,
  { cards, looksUpModels = false, equip = (plain, go) => go(plain) }: SearchOptions,
): Promise<AgentEnd> {
  const { task, parts, journal, workspace, background, ask } = search;
  const devices = await workspace.open();
  const slots = makeSlots(parts.parallel, task.limits.gpus ?? 0, devices);
  if (journal.last("finished") !== undefined) return await searchOn(search, slots);
  const knowledge =
    cards === null ? background.knowledge : await useCards(journal, { task: background.task, ask, ...cards });
  const pretrained = looksUpModels ? await usePretrained(search) : "";
  const informed = {
    ...search,
    background: { ...background, knowledge, ...(pretrained === "" ? {} : { pretrained }) },
  };
  return await equip(informed, (equipped) => searchOn(equipped, slots));
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
async function stopInTime(ledger: BudgetLedger, stop: (reason: unknown) => void, returned: AbortSignal): Promise<void> {
  while (ledger.untilStopMs > 0) if (!(await pause(ledger.untilStopMs, returned))) return;
  stop(timeIsUp);
}
