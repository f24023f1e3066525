import { posix } from "node:path";
import { UsageError } from "../../../lib/errors.ts";
import { say } from "../../say.ts";
import type { EventOf } from "../events.ts";
import type { Search } from "../search.ts";
import { WorkspaceFailure } from "../workspace/repository-commands.ts";
import { submissionName } from "../workspace/workspace.ts";
import { combine, describeRecipe, methodsFor, type Recipe } from "./combine.ts";
import { findRecipe } from "./find-recipe.ts";
import { writePredictions } from "./prediction-table.ts";
import { readStored, type StoredFile } from "./stored-predictions.ts";

/** Where programs write their predictions for the rehearsal that all are compared on. */
const rehearsalFolder = "rehearsal_0";

/** A combination that beats its members. */
interface Combined {
  readonly members: readonly string[];
  readonly recipe: Recipe;
  readonly score: number;
}

/** An experiment that combines what its parents have predicted, as the rehearsal finds best. No model is asked. */
export class EnsembleRun {
  readonly #search: Search;
  readonly #id: string;

  constructor(search: Search, id: string) {
    this.#search = search;
    this.#id = id;
  }

  /** Rejects only when the whole search cannot go on. */
  async run(): Promise<void> {
    const { journal, bank, task } = this.#search;
    if (journal.find("ended", this.#id) === undefined) {
      const failure = await this.#conduct();
      journal.add({ type: "ended", experiment: this.#id, state: failure === null ? "good" : "failed", failure });
      say(task, `${this.#id}: ${failure ?? "the combination is good"}`);
    }
    await bank.update();
  }

  /** Why it failed; null when the combination is the new best. */
  async #conduct(): Promise<string | null> {
    const { journal } = this.#search;
    const parents = journal.view.experiment(this.#id).parents;
    const known = this.#recorded(parents);
    if (known !== null) return known.experiment === null ? known.reason : null;
    const found = await this.#combine(parents).catch(ownFailure);
    const failure = typeof found === "string" ? found : await this.#submit(found).catch(ownFailure);
    if (typeof found === "string" || failure !== null) {
      const nothing = { experiment: null, members: [...parents], recipe: null, score: null };
      journal.add({ type: "ensembled", ...nothing, reason: failure! });
      return failure;
    }
    const { members, recipe, score } = found;
    const what = { members: [...members], recipe: describeRecipe(recipe, members), score };
    const reason = "It scores better than each of its members.";
    journal.add({ type: "ensembled", experiment: this.#id, ...what, reason });
    return null;
  }

  /** What came of it, if an earlier host has recorded that: the same experiments are combined once. */
  #recorded(parents: readonly string[]): EventOf<"ensembled"> | null {
    const last = this.#search.journal.last("ensembled");
    if (last === undefined) return null;
    const isOwn = last.experiment === this.#id || (last.experiment === null && last.members.join() === parents.join());
    return isOwn ? last : null;
  }

  /** The best combination of the predictions for the rehearsal, or why there is none. */
  async #combine(parents: readonly string[]): Promise<Combined | string> {
    const { task, journal, workspace, signal, ledger } = this.#search;
    const files = parents.map((member) => this.#predictionsOf(member));
    const stored = await readStored(task.sandbox, files);
    if (typeof stored === "string") return stored;
    const { members, aligned, notes } = stored;
    const file = this.#file(this.#id, rehearsalFolder);
    await workspace.commands.run('mkdir -p -- "$2"', posix.dirname(file));
    const write = (recipe: Recipe): Promise<void> =>
      task.sandbox.writeFile(file, writePredictions(combine(aligned, recipe)));
    const found = await findRecipe({
      members: members.length,
      methods: methodsFor(aligned),
      lowerIsBetter: journal.view.lowerIsBetter,
      alone: journal.view.experiment(members[0]!).evaluation!.score!,
      score: async (recipe) => {
        signal.throwIfAborted();
        if (ledger.leftMs === 0) return null;
        await write(recipe);
        return (await task.rehearsals[0]!.score(file)).score;
      },
    });
    if (found === null) return [`No combination scores better than ${members[0]} alone.`, ...notes].join(" ");
    await write(found.recipe);
    return { members, ...found };
  }

  /** Applies the recipe to the submissions. Null when the result is valid, and recorded. */
  async #submit({ members, recipe, score }: Combined): Promise<string | null> {
    const { task, journal } = this.#search;
    const used = members.filter((_, index) => recipe.weights[index]! > 0);
    const weights = recipe.weights.filter((weight) => weight > 0);
    const stored = await readStored(
      task.sandbox,
      used.map((member) => this.#submissionOf(member)),
    );
    if (typeof stored === "string") return stored;
    if (stored.members.length < used.length) return `A submission is missing. ${stored.notes.join(" ")}`;
    const text = writePredictions(combine(stored.aligned, { ...recipe, weights }));
    const file = this.#file(this.#id);
    await task.sandbox.writeFile(file, text);
    const { valid, message, sha256 } = await task.check(file);
    if (!valid) return `The combined submission is not valid. ${message}`;
    await this.#commit(used, recipe, members);
    const checked = { experiment: this.#id, version: 1, kind: "full", invalid: null, sha256 } as const;
    if (journal.find("checked", this.#id, 1, "full") === undefined) journal.add({ type: "checked", ...checked });
    const { comparable } = journal.view.experiment(members[0]!).evaluation!;
    const notes = `Combines stored predictions: ${describeRecipe(recipe, members)}.`;
    const evaluation = { score, basis: "rehearsal", comparable, suspicious: null, notes } as const;
    if (journal.find("evaluated", this.#id) === undefined)
      journal.add({ type: "evaluated", experiment: this.#id, evaluation });
    return null;
  }

  /** Its program is that of the best member, for what builds on it; those of the others and the recipe are beside it. */
  async #commit(used: readonly string[], recipe: Recipe, members: readonly string[]): Promise<void> {
    const { journal, workspace } = this.#search;
    if (journal.find("coded", this.#id, 1) !== undefined) return;
    const programs = used.map((member) => ({ member, coded: this.#programOf(member) }));
    const written = new Map(
      programs.flatMap(({ member, coded }) =>
        Object.entries(coded.files).map(([path, text]) => [posix.join("ensemble", member, path), text] as const),
      ),
    );
    const weights = Object.fromEntries(members.map((member, index) => [member, recipe.weights[index]]));
    written.set("ensemble/recipe.json", `${JSON.stringify({ method: recipe.method, weights }, null, 2)}\n`);
    const summary = `Combines stored predictions: ${describeRecipe(recipe, members)}`;
    const name = { experiment: this.#id, version: 1 };
    const { commit, files } = programs[0]!.coded;
    const order = { changes: { written, deleted: [] }, message: summary };
    const made = await workspace.save(name, { commit: commit!, files }, order);
    journal.add({ type: "coded", ...name, summary, failure: null, ...made });
  }

  #programOf(member: string): EventOf<"coded"> {
    const { journal } = this.#search;
    return journal.find("coded", member, journal.view.experiment(member).versions.at(-1)!.number)!;
  }

  #predictionsOf(member: string): StoredFile {
    const { predictions } = this.#search.journal.view.experiment(member).evaluation!;
    const path = this.#file(member, rehearsalFolder);
    return { member, path, ...(predictions === undefined ? {} : { sha256: predictions }) };
  }

  #submissionOf(member: string): StoredFile {
    const { journal } = this.#search;
    const { number } = journal.view.experiment(member).versions.at(-1)!;
    const hash = journal.find("checked", member, number, "full")?.sha256 ?? null;
    return { member, path: this.#file(member), sha256: hash };
  }

  #file(experiment: string, folder = ""): string {
    return posix.join(this.#search.workspace.output(experiment), folder, submissionName);
  }
}

/** Where programs have destroyed the workspace there is no combination, but the search goes on. */
function ownFailure(error: unknown): string {
  if (error instanceof WorkspaceFailure || error instanceof UsageError) return error.message;
  throw error;
}
