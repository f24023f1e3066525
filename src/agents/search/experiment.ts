import { posix } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { ProviderFailure } from "../../models/provider-failure.ts";
import { say } from "../say.ts";
import type { EventOf } from "./events.ts";
import type { Experiment, ProgramRun, Stage } from "./parts.ts";
import { failureOf, runProgram } from "./program/run-program.ts";
import type { Search } from "./search.ts";
import type { Slot } from "./slots.ts";
import { type Outputs, submissionName, WorkspaceFailure } from "./workspace/workspace.ts";

/** A program without a submission, and whether its coder may try to repair it. */
interface Failure {
  readonly reason: string;
  readonly isRepairable: boolean;
}

type Coded = EventOf<"coded">;

/** One experiment, from its code to its end. Whatever is recorded already is not done again. */
export class ExperimentRun {
  readonly #search: Search;
  readonly #id: string;
  readonly #stage: Stage;
  readonly #slot: Slot;
  #variables: Readonly<Record<string, string>> = {};

  constructor(
    search: Search,
    { id, stage, slot }: { readonly id: string; readonly stage: Stage; readonly slot: Slot },
  ) {
    this.#search = search;
    this.#id = id;
    this.#stage = stage;
    this.#slot = slot;
  }

  /** Rejects only when the whole search cannot go on. */
  async run(): Promise<void> {
    const { journal, bank } = this.#search;
    if (journal.find("ended", this.#id) === undefined) this.#end(await this.#conduct().catch(ownFailure));
    await bank.update();
  }

  /** Why it failed; null when it has a valid submission and a score. */
  async #conduct(): Promise<string | null> {
    const { parts } = this.#search;
    this.#variables = (await parts.environmentFor?.(this.#experiment)) ?? {};
    for (let version = 1; ; version += 1) {
      const coded = await this.#code(version);
      if (coded.failure !== null) return coded.failure;
      const failure = await this.#try(coded);
      if (failure === null) return await this.#evaluate(coded);
      if (!failure.isRepairable || version > parts.debugTries) return failure.reason;
    }
  }

  async #code(version: number): Promise<Coded> {
    const { journal, workspace, parts, ask, ledger, signal } = this.#search;
    const known = journal.find("coded", this.#id, version);
    if (known !== undefined) return known;
    const base = version > 1 ? journal.find("coded", this.#id, version - 1)! : this.#inherited();
    if (version === 1)
      await workspace.begin(this.#id, base === null ? null : { commit: base.commit!, files: base.files });
    const operator = version > 1 ? "debug" : this.#experiment.operator;
    const prompt = parts.operators[operator].prompt(this.#context(base?.files ?? {}));
    const { summary, failure } = await parts.coder.code({
      key: `${this.#id}/v${version}`,
      directory: workspace.session(this.#id),
      program: parts.program,
      prompt,
      mode: operator === "debug" ? "fix" : "write",
      ask,
      environment: this.#environment(),
      timeoutMs: ledger.clamp(parts.coderSeconds) * 1000,
      signal,
    });
    signal.throwIfAborted();
    const nothing = { commit: null, files: {}, isWhole: true };
    const made = failure === null ? await workspace.commit(this.#id, summary) : nothing;
    const coded: Coded = { type: "coded", experiment: this.#id, version, summary, failure, ...made };
    journal.add(coded);
    this.#say(failure === null ? `version ${version} is written` : `there is no version ${version}: ${failure}`);
    return coded;
  }

  /** Runs a version with `--debug`, then in full. Null when its submission is valid. */
  async #try(coded: Coded): Promise<Failure | null> {
    return (await this.#tryKind(coded, "debug")) ?? (await this.#tryKind(coded, "full"));
  }

  async #tryKind(coded: Coded, kind: "debug" | "full"): Promise<Failure | null> {
    const { journal } = this.#search;
    const known = journal.find("ran", this.#id, coded.version, kind)?.run;
    const limit = kind === "debug" ? this.#stage.debugSeconds : this.#fullSeconds;
    const { run, outputs } =
      known === undefined ? await this.#run(coded, { kind, seconds: limit }) : { run: known, outputs: null };
    const reason = failureOf(run);
    if (reason !== null) return { reason, isRepairable: run.end !== "time" };
    const checked = journal.find("checked", this.#id, coded.version, kind) ?? (await this.#check(coded, kind, outputs));
    return checked.invalid === null ? null : { reason: checked.invalid, isRepairable: true };
  }

  /** Rehearsals take about as long, so they get half of what is left. */
  get #fullSeconds(): number {
    const { ledger, task } = this.#search;
    const share = (task.rehearsals?.length ?? 0) > 0 ? 0.5 : 1;
    return Math.min(this.#stage.runSeconds, (ledger.leftMs / 1000) * share);
  }

  async #check(coded: Coded, kind: "debug" | "full", seen: Outputs | null): Promise<EventOf<"checked">> {
    const { journal, workspace, task } = this.#search;
    const folder = this.#folder(kind);
    const { problem } = seen ?? (await workspace.settle(this.#id, folder));
    const found = problem === null ? await task.check(posix.join(folder, submissionName)) : null;
    // A file that could not be checked is not known to be valid.
    const invalid = problem ?? (found?.valid ? null : found!.message);
    const sha256 = found?.sha256 ?? null;
    const checked = { experiment: this.#id, version: coded.version, kind, invalid, sha256 };
    journal.add({ type: "checked", ...checked });
    return { type: "checked", ...checked };
  }

  async #run(
    coded: Coded,
    { kind, seconds, cut }: { readonly kind: ProgramRun["kind"]; readonly seconds: number; readonly cut?: number },
  ): Promise<{ readonly run: ProgramRun; readonly outputs: Outputs | null }> {
    const { journal, workspace, task, parts, ledger, signal, bank } = this.#search;
    const folder = this.#folder(kind, cut);
    const name = [this.#id, `v${coded.version}`, kind, ...(cut === undefined ? [] : [cut])].join("-");
    const run = await runProgram(task, {
      kind,
      ...(cut === undefined ? {} : { cut, data: task.rehearsals[cut]!.data }),
      directory: workspace.session(this.#id),
      program: parts.program,
      output: folder,
      seconds: Math.max(1, ledger.clamp(seconds)),
      environment: this.#environment(),
      log: `${name}.log`,
      signal,
    });
    if (run.end === "disk") await workspace.freeDisk(this.#id, folder);
    const outputs = await workspace.settle(this.#id, folder);
    await bank.protect(outputs.banked);
    if (!outputs.isSettled) await this.#restore(coded);
    journal.add({ type: "ran", experiment: this.#id, version: coded.version, run });
    this.#say(failureOf(run) ?? `the ${kind} run took ${Math.round(run.seconds)} s`);
    return { run, outputs };
  }

  /** A program has deleted its own files. */
  async #restore(coded: Coded): Promise<void> {
    if (!coded.isWhole) throw new WorkspaceFailure("The program deleted its own files.");
    await this.#search.workspace.restore(this.#id, coded);
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
        rehearse: async (cut) => await this.#rehearse(coded, cut),
        signal,
      });
      journal.add({ type: "evaluated", experiment: this.#id, evaluation: { ...evaluation } });
    }
    return evaluation.score === null ? `It has no score: ${evaluation.notes}` : null;
  }

  async #rehearse(coded: Coded, cut: number): Promise<{ readonly run: ProgramRun; readonly folder: string }> {
    const known = this.#search.journal.find("ran", this.#id, coded.version, "rehearsal", cut)?.run;
    const order = { kind: "rehearsal", seconds: this.#stage.runSeconds, cut } as const;
    const run = known ?? (await this.#run(coded, order)).run;
    return { run, folder: this.#folder("rehearsal", cut) };
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

  #environment(): Record<string, string> {
    const cards = this.#slot.cards.join(",");
    return {
      MLE_STAGE: this.#stage.name,
      MLE_SAMPLE_FRACTION: String(this.#stage.sampleFraction),
      MLE_SEED: String(this.#search.seed),
      CUDA_VISIBLE_DEVICES: cards,
      CUDA_DEVICE: cards,
      ...this.#variables,
    };
  }

  #folder(kind: ProgramRun["kind"], cut?: number): string {
    const output = this.#search.workspace.output(this.#id);
    return kind === "full" ? output : posix.join(output, kind === "debug" ? "debug" : `rehearsal_${cut}`);
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
