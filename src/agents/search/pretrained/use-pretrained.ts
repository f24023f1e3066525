import type { AgentTask } from "../../../contracts/agent.ts";
import { loadFacts } from "../../../facts/facts.ts";
import { mentionPattern } from "../../mention-pattern.ts";
import { say } from "../../say.ts";
import type { EventOf } from "../events.ts";
import type { Ask } from "../parts.ts";
import type { Search } from "../search.ts";
import { hubAddress } from "./hub.ts";
import { LookUp } from "./look-up.ts";
import { proposeModels } from "./propose.ts";
import { tellModel, tellModels } from "./tell-models.ts";

type Searching = Pick<Search, "journal" | "background" | "signal"> & {
  readonly ask: Ask;
  readonly task: Pick<AgentTask, "competitionId" | "network" | "onOutput">;
};

type Found = EventOf<"pretrained">;

const nothing: Found = { type: "pretrained", hub: null, searched: [], models: [], excluded: [], notes: [] };

/** The pretrained models that prompts name. They are looked up once per run, and recorded. */
export async function usePretrained(search: Searching): Promise<string> {
  const { journal, task } = search;
  const known = journal.last("pretrained");
  if (known !== undefined) return tellModels(known.models);
  const found = await find(search);
  journal.add(found);
  if (found.hub !== null)
    say(task, `Asked ${found.hub} for pretrained models: ${found.searched.join("; ") || "by name"}.`);
  for (const model of found.models) say(task, `Pretrained model: ${tellModel(model)}.`);
  for (const { id, reason } of found.excluded) say(task, `The pretrained model ${id} is not used: ${reason}.`);
  for (const note of found.notes) say(task, note);
  return tellModels(found.models);
}

async function find({ task, ask, background, signal }: Searching): Promise<Found> {
  const without = (why: string): Found => ({ ...nothing, notes: [`Pretrained models were not looked up: ${why}.`] });
  if (task.network !== "open") return without("programs can only download them with --network open");
  let hub: string;
  try {
    hub = hubAddress(process.env);
  } catch (error) {
    return without((error as Error).message);
  }
  const proposal = await proposeModels(background.task, ask);
  if (proposal === null) return without("the model gave no usable answer");
  if (proposal.models.length + proposal.searches.length === 0) return without("the model proposed none");
  const { id, name } = loadFacts(task.competitionId);
  return await new LookUp({ hub, mention: mentionPattern({ id, name }), signal }).find(proposal);
}
