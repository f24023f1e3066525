import { z } from "zod";
import { choose, idList } from "../../choose.ts";
import type { Experiment, Moment } from "../../parts.ts";
import { changesRequest, ensembleRequest, freshRequest, keepRequest, type Place } from "./idea-requests.ts";
import { listExperiments, questionOf } from "./prompts.ts";
import type { IdeaTreeSettings } from "./settings.ts";

const longestIdea = 4000;

const proposal = z.object({
  idea: z.string().trim().min(1),
  tune: z.boolean().nullish().catch(null),
  expected_seconds: z.number().nonnegative().nullish().catch(null),
});
/** One bad proposal does not spoil the others. */
const proposals = z.object({ ideas: z.array(proposal.nullable().catch(null)) });
const kept = z.object({ keep: idList });

/** An idea before it has an id. */
export interface Proposal {
  readonly text: string;
  readonly isTuning: boolean;
  readonly expectedSeconds: number | null;
  readonly from: string;
}

/** Which ideas are wanted. */
export interface IdeaRequest {
  /** Names the request in the keys of questions. */
  readonly name: string;
  readonly purpose: "fresh" | "change" | "ensemble";
  readonly parents: readonly Experiment[];
  readonly wanted: number;
}

export interface Ideas {
  readonly proposals: readonly Proposal[];
  readonly remarks: readonly string[];
}

/** Asks every model for ideas, several times over, each time with what was proposed before; then keeps as many as are wanted. */
export async function ideate(settings: IdeaTreeSettings, moment: Moment, request: IdeaRequest): Promise<Ideas> {
  let pool: readonly Proposal[] = [];
  const remarks: string[] = [];
  for (let round = 1; round <= settings.idea_generation_steps; round += 1) {
    const found = await askAll(settings, moment, request, round, pool);
    if (found.length > 0) pool = found;
    else remarks.push(`Ideas for ${request.name}: none in round ${round}.`);
  }
  if (pool.length <= request.wanted) return { proposals: pool, remarks };
  const choice = await keepBest(settings, moment, request, pool);
  return { proposals: choice.proposals, remarks: [...remarks, ...choice.remarks] };
}

/** The proposals of all models, the first of each before the second of any, without repetitions. */
async function askAll(
  settings: IdeaTreeSettings,
  moment: Moment,
  request: IdeaRequest,
  round: number,
  before: readonly Proposal[],
): Promise<Proposal[]> {
  const roles = settings.idea_generation_ensemble_models;
  // Before the first result there is nothing to go by but ideas, so more of them are asked for.
  const members = moment.view.best === null ? [...roles, ...roles] : roles;
  const most = Math.min(request.wanted, settings.per_step_maximum_solution_count);
  const answers = await Promise.all(
    members.map(async (role, index) => {
      const place = { number: index + 1, of: members.length, round, rounds: settings.idea_generation_steps };
      const key = `ideas/${request.name}/${round}-${place.number}`;
      const question = questionOf(settings, moment, { key, role, ...wishFor(moment, request, most, place, before) });
      const answer = await moment.ask.json(question, proposals);
      const usable = answer?.ideas.filter((each) => each !== null).slice(0, most) ?? [];
      return usable.map((each) => readProposal(each, role));
    }),
  );
  const longest = Math.max(...answers.map(({ length }) => length));
  const inTurns = Array.from({ length: longest }, (_, at) => answers.flatMap((list) => list.slice(at, at + 1))).flat();
  return distinct(moment, inTurns);
}

function readProposal({ idea, tune, expected_seconds }: z.output<typeof proposal>, from: string): Proposal {
  return {
    // A cut through a surrogate pair would leave a character that no provider accepts.
    text: Buffer.from(idea.slice(0, longestIdea)).toString(),
    isTuning: tune === true,
    expectedSeconds: expected_seconds ?? null,
    from,
  };
}

/** Without what was proposed already, in this answer or at any time before. */
function distinct({ view }: Moment, found: readonly Proposal[]): Proposal[] {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const seen = new Set(view.ideas.map(({ text }) => plain(text)));
  return found.filter(({ text }) => {
    const isNew = !seen.has(plain(text));
    seen.add(plain(text));
    return isNew;
  });
}

function wishFor(
  moment: Moment,
  { purpose, parents }: IdeaRequest,
  most: number,
  place: Place,
  before: readonly Proposal[],
) {
  const titles = { fresh: "", change: "The experiment to build on", ensemble: "The solutions to combine" };
  const about = [
    ...(parents.length === 0 ? [] : [listExperiments(moment, titles[purpose], parents)]),
    ...(before.length === 0 ? [] : [listProposals("Proposed in the last round", before)]),
  ];
  const requests = { fresh: freshRequest, change: changesRequest, ensemble: ensembleRequest };
  return { about, request: requests[purpose](most, place) };
}

function listProposals(title: string, all: readonly Proposal[]) {
  return { title, text: all.map(({ text }, index) => `${index + 1}: ${text}`).join("\n") };
}

async function keepBest(
  settings: IdeaTreeSettings,
  moment: Moment,
  { name, wanted }: IdeaRequest,
  pool: readonly Proposal[],
): Promise<Ideas> {
  const about = [listProposals("Proposed ideas", pool)];
  const question = questionOf(settings, moment, { key: `keep/${name}`, about, request: keepRequest(wanted) });
  const named = await moment.ask.json(question, kept);
  const numbers = pool.map((_, index) => String(index + 1));
  const { ids, remarks } = choose(`Ideas to keep for ${name}`, named?.keep ?? null, numbers, wanted);
  if (ids.length > 0) return { proposals: ids.map((id) => pool[Number(id) - 1]!), remarks };
  return {
    proposals: pool.slice(0, wanted),
    remarks: [...remarks, `Ideas to keep for ${name}: by rule, the first ones.`],
  };
}
