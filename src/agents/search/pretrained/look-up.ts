import { z } from "zod";
import type { EventOf } from "../events.ts";
import { askHub } from "./hub.ts";
import { judgeModel, modelId } from "./judge-model.ts";
import type { Proposal } from "./propose.ts";

interface LookUpOptions {
  readonly hub: string;
  /** Matches the names of the competition. */
  readonly mention: RegExp;
  readonly signal: AbortSignal;
  /** How long all requests may take together. */
  readonly wholeMs?: number;
}

const mostModels = 5;
const mostLookedUp = 15;
const foundPerSearch = 5;
const defaultWholeMs = 60_000;

const listing = z.array(z.object({ id: z.string() }));

/** Looks proposed models up at a hub, within bounds. What goes wrong is noted, and harmless. */
export class LookUp {
  readonly #options: LookUpOptions;
  readonly #until: number;
  readonly #searched: string[] = [];
  readonly #excluded: EventOf<"pretrained">["excluded"] = [];
  readonly #notes: string[] = [];

  constructor(options: LookUpOptions) {
    this.#options = options;
    this.#until = performance.now() + (options.wholeMs ?? defaultWholeMs);
  }

  /** The models that were named, then those that searches find, until there are enough. */
  async find({ models: named, searches }: Proposal): Promise<EventOf<"pretrained">> {
    const lists: string[][] = [];
    for (const words of searches) lists.push(await this.#search(words));
    const inTurns = Array.from({ length: foundPerSearch }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)));
    const candidates = [...new Set([...named, ...inTurns.flat()])].slice(0, mostLookedUp);
    const models: EventOf<"pretrained">["models"] = [];
    for (const id of candidates) {
      if (models.length === mostModels) break;
      const model = await this.#model(id);
      if (model !== null && models.every((other) => other.id !== model.id)) models.push(model);
    }
    const { hub } = this.#options;
    return { type: "pretrained", hub, searched: this.#searched, models, excluded: this.#excluded, notes: this.#notes };
  }

  /** The names that a search finds, most downloaded first. */
  async #search(words: string): Promise<string[]> {
    if (this.#options.mention.test(words)) {
      this.#notes.push(`The hub was not searched for \`${words}\`: that names the competition.`);
      return [];
    }
    const query = new URLSearchParams({
      search: words,
      sort: "downloads",
      direction: "-1",
      limit: String(foundPerSearch),
    });
    this.#searched.push(words);
    const answer = await this.#ask(`/api/models?${query}`);
    if (answer === null) return [];
    if ("problem" in answer) return this.#note(`The hub could not be searched for \`${words}\`: ${answer.problem}.`);
    const { data } = listing.safeParse(answer.value);
    if (data === undefined) return this.#note(`What the hub found for \`${words}\` cannot be read.`);
    return data.slice(0, foundPerSearch).map(({ id }) => id);
  }

  async #model(id: string) {
    if (!modelId.safeParse(id).success) return this.#exclude(id, "this is not a name of a model");
    const found = this.#options.mention.exec(id);
    if (found !== null) return this.#exclude(id, `its name names the competition (${found[0]})`);
    const answer = await this.#ask(`/api/models/${id}`);
    if (answer === null) return null;
    if ("problem" in answer) {
      return this.#exclude(
        id,
        answer.isMissing ? "the hub does not have it, or not for everyone" : `the hub failed: ${answer.problem}`,
      );
    }
    const judgement = judgeModel(answer.value, this.#options.mention);
    return "model" in judgement ? judgement.model : this.#exclude(id, judgement.reason);
  }

  /** Null when the time for all requests is over. */
  async #ask(path: string) {
    const { hub, signal } = this.#options;
    const left = this.#until - performance.now();
    if (left > 0) return await askHub(hub + path, { signal, timeoutMs: Math.min(10_000, Math.ceil(left)) });
    const note = "Some pretrained models were not looked up: the hub took too long.";
    if (!this.#notes.includes(note)) this.#notes.push(note);
    return null;
  }

  #note(text: string): [] {
    this.#notes.push(text);
    return [];
  }

  #exclude(id: string, reason: string): null {
    this.#excluded.push({ id: id.slice(0, 100), reason });
    return null;
  }
}
