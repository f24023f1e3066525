import type { Action, Decision, Experiment, Idea, Moment, Policy } from "../../parts.ts";
import { ensembleMembers } from "../comparable-best.ts";
import { expand } from "./expand.ts";
import { type IdeaRequest, ideate, type Proposal } from "./ideate.ts";
import { openIdeas } from "./pool.ts";
import { prune } from "./prune.ts";
import { select } from "./select.ts";
import type { IdeaTreeSettings } from "./settings.ts";

/** A pool of ideas apart from the experiments: pruned, added to and selected from in each step, all by models. */
export function ideaTree(settings: IdeaTreeSettings): Policy {
  return {
    next: async (moment) => {
      const members = moment.stage.operators.includes("ensemble") ? ensembleMembers(moment.view) : null;
      return members === null ? await search(settings, moment) : await combine(settings, moment, members);
    },
  };
}

async function search(settings: IdeaTreeSettings, moment: Moment): Promise<Decision> {
  const { view, stage } = moment;
  const factor = view.experiments.length === 0 ? settings.first_experiment_factor : 1;
  const pruning = await prune(settings, moment);
  const expansion = await expand(settings, moment);
  const wanted = settings.node_expansion_new_childs_count * factor;
  const requests = expansion.parents.map((parent, index) => requestFor(parent, index, wanted));
  const { ideas, remarks } = await haveIdeas(settings, moment, requests);
  const candidates = [...openIdeas(view).filter(({ id }) => !pruning.ids.includes(id)), ...ideas].filter(
    ({ operator }) => stage.operators.includes(operator),
  );
  const selection = await select(settings, moment, candidates, settings.experimentation_per_run * factor);
  return {
    ideas,
    pruned: pruning.ids,
    actions: selection.ids.map((id) => actionFor(candidates.find((idea) => idea.id === id)!)),
    fallbacks: [...pruning.remarks, ...expansion.remarks, ...remarks, ...selection.remarks],
  };
}

/** Near the end, every idea is about combining the best solutions, and is tried at once. */
async function combine(settings: IdeaTreeSettings, moment: Moment, members: readonly string[]): Promise<Decision> {
  const parents = members.map((id) => moment.view.experiment(id));
  const request: IdeaRequest = {
    name: "ensembles",
    purpose: "ensemble",
    parents,
    wanted: settings.experimentation_per_run,
  };
  const { ideas, remarks } = await haveIdeas(settings, moment, [request]);
  const actions = ideas.map(({ id }) => ({ operator: "ensemble" as const, parents: members, idea: id }));
  return { ideas, pruned: [], actions, fallbacks: remarks };
}

function requestFor(parent: Experiment | null, index: number, wanted: number): IdeaRequest {
  if (parent === null) return { name: `new-${index + 1}`, purpose: "fresh", parents: [], wanted };
  return { name: parent.id, purpose: "change", parents: [parent], wanted };
}

/** Each request gets at least one idea, if need be by rule. */
async function haveIdeas(
  settings: IdeaTreeSettings,
  moment: Moment,
  requests: readonly IdeaRequest[],
): Promise<{ ideas: Idea[]; remarks: string[] }> {
  const answers = await Promise.all(
    requests.map(async (request) => {
      const { proposals, remarks } = await ideate(settings, moment, request);
      const complete = withTuning(moment, request, proposals);
      const isByRule = complete.length > 0 && proposals.length === 0;
      const rule = isByRule ? [`Ideas for ${request.name}: by rule, ${complete[0]!.text}`] : [];
      return { request, proposals: complete, remarks: [...remarks, ...rule] };
    }),
  );
  const first = moment.view.ideas.length + 1;
  const ideas = answers
    .flatMap(({ request, proposals }) => proposals.map((proposal) => ({ request, proposal })))
    .map(({ request, proposal }, index) => ideaOf(moment, request, proposal, `idea_${first + index}`));
  return { ideas, remarks: answers.flatMap(({ remarks }) => remarks) };
}

const byRule: Readonly<Record<IdeaRequest["purpose"], string>> = {
  fresh: "A simple and complete solution with a model that is known to be strong for this kind of data.",
  change: "The same solution with clearly better settings.",
  ensemble: "A weighted mean of the predictions of all members, with weights fitted on held-out rows.",
};

/** One idea for a change is the same solution with better settings; without any idea, a rule has one. */
function withTuning(moment: Moment, request: IdeaRequest, proposals: readonly Proposal[]): Proposal[] {
  const { purpose, wanted } = request;
  const isTuning = purpose === "change";
  const rule: Proposal = { text: byRule[purpose], isTuning, expectedSeconds: null, from: "rule" };
  if (proposals.length === 0) return [rule];
  const isEnough = !isTuning || wanted === 1 || proposals.some((each) => each.isTuning) || isTuned(moment, request);
  return isEnough ? [...proposals] : [...proposals.slice(0, wanted - 1), rule];
}

/** Whether better settings cannot be asked for, or were before. */
function isTuned({ stage, view }: Moment, { parents }: IdeaRequest): boolean {
  const ids = parents.map(({ id }) => id);
  return (
    !stage.operators.includes("tune") ||
    view.ideas.some(({ operator, parent }) => operator === "tune" && parent !== null && ids.includes(parent))
  );
}

function ideaOf({ step }: Moment, { purpose, parents }: IdeaRequest, proposal: Proposal, id: string): Idea {
  const { text, isTuning, expectedSeconds, from } = proposal;
  const operators = { fresh: "draft", change: isTuning ? "tune" : "improve", ensemble: "ensemble" } as const;
  const parent = parents[0]?.id ?? null;
  return { id, text, operator: operators[purpose], parent, expectedSeconds, from, step, isPruned: false };
}

function actionFor({ id, operator, parent }: Idea): Action {
  return { operator, parents: parent === null ? [] : [parent], idea: id };
}
