import { UsageError } from "../../lib/errors.ts";
import { ProviderFailure } from "../../models/provider-failure.ts";
import { say } from "../say.ts";
import type { EventOf } from "./events.ts";
import { ExperimentPrograms } from "./experiment-programs.ts";
import type { Experiment, Stage } from "./parts.ts";
import type { Search } from "./search.ts";
import type { Slot } from "./slots.ts";
import { WorkspaceFailure } from "./workspace/repository-commands.ts";

type Coded = EventOf<"coded">;

/** One experiment, from its code to its end. Whatever is recorded already is not done again. */
export class ExperimentRun {
  readonly #search: Search;
  readonly #id: string;
  readonly #stage: Stage;
  readonly #programs: ExperimentPrograms;

  constructor(
    search: Search,
    { id, stage, slot }: { readonly id: string; readonly stage: Stage; readonly slot: Slot },
  ) {
    this.#search = search;
    this.#id = id;
    this.#stage = stage;
    this.#programs = new ExperimentPrograms(search, { id, stage, slot });
  }

  /** Rejects only when the whole search cannot go on. */
  async run(): Promise<void> {
    const { journal, bank, workspace } = this.#search;
    if (journal.find("ended", this.#id) === undefined) {
      this.#end(await this.#conduct().catch(ownFailure));
      workspace.commands.leave(this.#id);
    }
    await bank.update();
  }

  /** Why it failed; null when it has a valid submission and a score. */
  async #conduct(): Promise<string | null> {
    const { parts } = this.#search;
    this.#programs.variables = (await parts.environmentFor?.(this.#experiment)) ?? {};
    for (let version = 1; ; version += 1) {
      const coded = await this.#code(version);
      if (coded.failure !== null) return coded.failure;
      const failure = await this.#programs.try(coded);
      if (failure === null) return await this.#evaluate(coded);
      if (!failure.isRepairable || version > parts.debugTries) return failure.reason;
    }
  }

  async #code(version: number): Promise<Coded> {
    const { journal } = this.#search;
    const known = journal.find("coded", this.#id, version);
    if (known !== undefined) return known;
    const base = version > 1 ? journal.find("coded", this.#id, version - 1)! : this.#inherited();
    const { summary, failure, ...made } = await this.#write(version, base);
    const coded: Coded = { type: "coded", experiment: this.#id, version, summary, failure, ...made };
    journal.add(coded);
    this.#programs.isTouched = false;
    this.#say(failure === null ? `version ${version} is written` : `there is no version ${version}: ${failure}`);
    return coded;
  }

  /** Has the coder write a version, and commits it. */
  async #write(version: number, from: Coded | null): Promise<Omit<Coded, "type" | "experiment" | "version">> {
    const { workspace, parts, ask, ledger, signal } = this.#search;
    const name = { experiment: this.#id, version };
    const base = from === null ? null : { commit: from.commit!, files: from.files };
    if (!parts.coder.needsNoFolder) await workspace.begin(name, base);
    const operator = version > 1 ? "debug" : this.#experiment.operator;
    const { summary, failure, changes, spent } = await parts.coder.code({
      key: `${this.#id}/v${version}`,
      directory: workspace.session(this.#id),
      program: parts.program,
      base: from ?? { files: { [parts.program]: "" }, isWhole: true },
      prompt: parts.operators[operator].prompt(this.#context(from?.files ?? {})),
      mode: operator === "debug" ? "fix" : "write",
      ask,
      environment: this.#programs.environment,
      timeoutMs: ledger.clamp(parts.coderSeconds) * 1000,
      signal,
    });
    signal.throwIfAborted();
    const said = { summary, failure, ...(spent === undefined ? {} : { spent: { ...spent } }) };
    if (failure !== null) return { ...said, commit: null, files: {}, isWhole: true };
    const made =
      changes === undefined
        ? await workspace.commit(name, summary)
        : await workspace.save(name, base, { changes, message: summary });
    return { ...said, ...made };
  }

  async #evaluate(coded: Coded): Promise<string | null> {
    const { journal, parts, ask, workspace, signal } = this.#search;
    let evaluation = journal.find("evaluated", this.#id)?.evaluation;
    if (evaluation === undefined) {
      evaluation = await parts.evaluator.evaluate({
        key: `${this.#id}/evaluate`,
        view: journal.viewOf(this.#id),
        experiment: this.#experiment,
        stage: this.#stage,
        ask,
        output: workspace.output(this.#id),
        rehearse: async (cut) => await this.#programs.rehearse(coded, cut),
        signal,
      });
      journal.add({ type: "evaluated", experiment: this.#id, evaluation: { ...evaluation } });
    }
    return evaluation.score === null ? `It has no score: ${evaluation.notes}` : null;
  }

  /** What its parent's program was last: the nearest one with a program counts. */
  #inherited(): Coded | null {
    const { journal } = this.#search;
    let [parent] = this.#experiment.parents;
    for (; parent !== undefined; [parent] = journal.view.experiment(parent).parents) {
      const version = journal.view.experiment(parent).versions.findLast(({ commit }) => commit !== null);
      if (version !== undefined) return journal.find("coded", parent, version.number)!;
    }
    return null;
  }

  #context(code: Readonly<Record<string, string>>) {
    const { journal, background, parts } = this.#search;
    const view = journal.viewOf(this.#id);
    const experiment = view.experiment(this.#id);
    const idea = view.ideas.find(({ id }) => id === experiment.idea) ?? null;
    const { budget } = journal.last("step")!;
    return { view, budget, stage: this.#stage, background, experiment, idea, code, program: parts.program };
  }

  get #experiment(): Experiment {
    return this.#search.journal.viewOf(this.#id).experiment(this.#id);
  }

  #end(failure: string | null): void {
    const state = failure === null ? "good" : "failed";
    this.#search.journal.add({ type: "ended", experiment: this.#id, state, failure });
    this.#say(failure === null ? "it is good" : `it failed: ${failure}`);
  }

  #say(text: string): void {
    say(this.#search.task, `${this.#id}: ${text}`);
  }
}

/** Failures that concern one experiment alone: the words of its end. Everything else concerns the whole search. */
function ownFailure(error: unknown): string {
  if (error instanceof WorkspaceFailure || error instanceof UsageError) return error.message;
  const isRefused = error instanceof ProviderFailure && refusals.includes(error.status ?? 0);
  if (isRefused) return `The model refused a request: ${error.message}`;
  throw error;
}

/** What a provider answers to a request that it will never accept, such as one that is too long. */
const refusals: readonly number[] = [400, 404, 413, 422];
