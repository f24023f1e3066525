import type { AgentEnd } from "../../contracts/agent.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { say } from "../say.ts";
import type { SearchEnd } from "./budget.ts";
import { EnsembleRun } from "./ensemble/ensemble-run.ts";
import { storedMembers } from "./ensemble/stored-members.ts";
import type { EventOf } from "./events.ts";
import { ExperimentRun } from "./experiment.ts";
import type { Decision, Moment, Stage } from "./parts.ts";
import type { Search } from "./search.ts";
import { inSlots, type Slot } from "./slots.ts";
import { publish, sayStanding } from "./tree/publish.ts";
import { summarize } from "./tree/summarize.ts";
import { usableDecision } from "./usable-decision.ts";

/** Takes steps until the policy has nothing left to try or the budget ends. */
export async function searchOn(search: Search, slots: readonly Slot[]): Promise<AgentEnd> {
  const { journal, bank } = search;
  await bank.protect();
  await bank.update();
  if (journal.last("finished") === undefined) finish(search, await takeSteps(search, slots));
  // No program runs any more, so this is what stays.
  await bank.protect();
  await tidyUp(search);
  if (search.parts.isSummarized) await summarize(search);
  await publish(search.task, journal.shown);
  return agentEnd(search);
}

function agentEnd({ bank, journal }: Search): AgentEnd {
  const { reason, isLimit } = journal.last("finished")!;
  const limit = isLimit ? { limit: reason } : {};
  return { exitCode: bank.isEmpty ? 1 : 0, timedOut: false, cancelled: false, exceeded: null, ...limit };
}

/** Leaves the folders of experiments as they were committed, those that programs have deleted included. */
async function tidyUp({ journal, workspace }: Search): Promise<void> {
  const last = journal.last("step")?.number;
  // Their programs may have been ended together with the search, or by the death of an earlier host.
  for (const { id, step } of journal.view.experiments) if (step === last) workspace.commands.leave(id);
  for (const id of await workspace.commands.tidy()) {
    const last = journal.view.experiment(id).versions.findLast(({ commit }) => commit !== null);
    const coded = last === undefined ? undefined : journal.find("coded", id, last.number);
    if (coded?.isWhole) await workspace.restore(coded, coded);
  }
}

/** Ends the search, and with it the experiments that are still open. */
export function finish({ journal, task }: Pick<Search, "journal" | "task">, end: SearchEnd): void {
  for (const { id, state } of journal.view.experiments) {
    if (state === "open")
      journal.add({ type: "ended", experiment: id, state: "failed", failure: "The search ended first." });
  }
  journal.add({ type: "finished", ...end });
  say(task, `The search has ended. ${end.reason}`);
}

async function takeSteps(search: Search, slots: readonly Slot[]): Promise<SearchEnd> {
  const { journal, ledger, parts } = search;
  for (;;) {
    const last = journal.last("step")?.number ?? 0;
    if (last === 0 || isDone(search, last)) {
      const end = ledger.endAt(stepsTaken(search, last));
      if (end !== null) return end;
      beginStep(search, last + 1);
    }
    const { number, budget } = journal.last("step")!;
    const stage = parts.stageAt(budget);
    const decision =
      journal.find("decided", number) ??
      decideToCombine(search, number, stage) ??
      (await decide(search, number, stage));
    if (decision.actions.length === 0) return { reason: "There was nothing left to try." };
    const ids = openExperiments(search, number, decision, stage);
    await inSlots(slots, ids, async (id, slot) => {
      const isCombined = decision.actions[ids.indexOf(id)]!.withoutModel === true;
      const experiment = isCombined ? new EnsembleRun(search, id) : new ExperimentRun(search, { id, stage, slot });
      await experiment.run().catch((error: unknown) => {
        search.stop(error);
        throw error;
      });
    });
    sayStanding(search.task, journal.shown);
    await publish(search.task, journal.shown);
  }
}

/** Whether everything that a step decided on has ended. */
function isDone({ journal }: Search, step: number): boolean {
  const decision = journal.find("decided", step);
  if (decision === undefined) return false;
  const ended = journal.view.experiments.filter((each) => each.step === step && each.state !== "open");
  return decision.actions.length > 0 && ended.length === decision.actions.length;
}

/** Steps that only combine stored predictions do not count: they cost next to nothing, and follow steps that do. */
function stepsTaken({ journal }: Search, last: number): number {
  let taken = 0;
  for (let step = 1; step <= last; step += 1) {
    if (journal.find("decided", step)?.actions[0]?.withoutModel !== true) taken += 1;
  }
  return taken;
}

function beginStep(search: Search, number: number): void {
  const { journal, ledger, parts, task } = search;
  const budget = ledger.at(stepsTaken(search, number - 1));
  const { name, sampleFraction: sample } = parts.stageAt(budget);
  const before = journal.last("stage")?.to ?? null;
  if (before !== name) journal.add({ type: "stage", from: before, to: name });
  journal.add({ type: "step", number, stage: name, sample, budget });
  say(task, `Step ${number} (${name}): ${budget.secondsLeft} s left.`);
}

async function decide(search: Search, step: number, stage: Stage): Promise<Decision> {
  const { journal, parts, ask, background, seed } = search;
  const random = new QuickRandom(seed * 1_000_003 + step);
  const { view } = journal;
  const moment: Moment = {
    step,
    view,
    budget: journal.last("step")!.budget,
    stage,
    slots: parts.parallel,
    random: () => random.next(),
    ask,
    background,
  };
  const decision = usableDecision(await parts.policy.next(moment), view, stage);
  journal.add({ type: "decided", step, ...decision });
  return decision;
}

/** Combines what is there before a model is asked for more, once for the same experiments; null when there is nothing to do. */
function decideToCombine({ journal, task }: Search, step: number, stage: Stage): EventOf<"decided"> | null {
  const parents = stage.operators.includes("ensemble") ? storedMembers(journal.view, task.rehearsals, stage) : null;
  if (parents === null) return null;
  const action = { operator: "ensemble", parents, withoutModel: true } as const;
  journal.add({ type: "decided", step, ideas: [], pruned: [], actions: [action], fallbacks: [] });
  return journal.find("decided", step)!;
}

/** Records the experiments of a step, unless an earlier host has. Their ids follow from what was decided. */
function openExperiments({ journal }: Search, step: number, decision: Decision, stage: Stage): string[] {
  const before = journal.view.experiments.filter((each) => each.step < step).length;
  return decision.actions.map(({ operator, parents, idea = null }, index) => {
    const id = `experiment_${before + index + 1}`;
    if (journal.find("experiment", id) === undefined) {
      journal.add({ type: "experiment", id, step, operator, parents: [...parents], idea, stage: stage.name });
    }
    return id;
  });
}
