import { posix } from "node:path";
import { say } from "../say.ts";
import type { EventOf } from "./events.ts";
import type { ProgramRun, Stage } from "./parts.ts";
import { failureOf, runProgram } from "./program/run-program.ts";
import type { Search } from "./search.ts";
import type { Slot } from "./slots.ts";
import { WorkspaceFailure } from "./workspace/repository-commands.ts";
import { submissionName } from "./workspace/workspace.ts";

/** A program without a submission, and whether its coder may try to repair it. */
interface Failure {
  readonly reason: string;
  readonly isRepairable: boolean;
}

type Coded = EventOf<"coded">;

interface RunOrder extends Pick<ProgramRun, "kind" | "cut"> {
  readonly seconds: number;
}

/** The runs of an experiment's programs, and what is said about the files they write. What is recorded is not run again. */
export class ExperimentPrograms {
  readonly #search: Search;
  readonly #id: string;
  readonly #stage: Stage;
  readonly #slot: Slot;
  /** Further variables for the programs. */
  variables: Readonly<Record<string, string>> = {};
  /** Whether a program may have changed the files of the version since it was committed: an interrupted one may. */
  isTouched = true;

  constructor(
    search: Search,
    { id, stage, slot }: { readonly id: string; readonly stage: Stage; readonly slot: Slot },
  ) {
    this.#search = search;
    this.#id = id;
    this.#stage = stage;
    this.#slot = slot;
  }

  /** Runs a version with `--debug`, then in full. Null when its submission is valid. */
  async try(coded: Coded): Promise<Failure | null> {
    return (await this.#tryKind(coded, "debug")) ?? (await this.#tryKind(coded, "full"));
  }

  async rehearse(coded: Coded, cut: number): Promise<{ readonly run: ProgramRun; readonly folder: string }> {
    const run = await this.#runOnce(coded, { kind: "rehearsal", seconds: this.#stage.runSeconds, cut });
    return { run, folder: this.#folder("rehearsal", cut) };
  }

  get environment(): Readonly<Record<string, string>> {
    const cards = this.#slot.cards.join(",");
    return {
      MLE_STAGE: this.#stage.name,
      MLE_SAMPLE_FRACTION: String(this.#stage.sampleFraction),
      MLE_SEED: String(this.#search.seed),
      CUDA_VISIBLE_DEVICES: cards,
      CUDA_DEVICE: cards,
      ...this.variables,
    };
  }

  async #tryKind(coded: Coded, kind: "debug" | "full"): Promise<Failure | null> {
    const { journal } = this.#search;
    const seconds = kind === "debug" ? this.#stage.debugSeconds : this.#fullSeconds;
    const run = await this.#runOnce(coded, { kind, seconds });
    const reason = failureOf(run);
    if (reason !== null) return { reason, isRepairable: run.end !== "time" };
    const checked = journal.find("checked", this.#id, coded.version, kind) ?? (await this.#check(coded, kind));
    return checked.invalid === null ? null : { reason: checked.invalid, isRepairable: true };
  }

  /** Rehearsals take about as long, so they get half of what is left. */
  get #fullSeconds(): number {
    const { ledger, task } = this.#search;
    const share = (task.rehearsals?.length ?? 0) > 0 ? 0.5 : 1;
    return Math.min(this.#stage.runSeconds, (ledger.leftMs / 1000) * share);
  }

  async #check(coded: Coded, kind: "debug" | "full"): Promise<EventOf<"checked">> {
    const { journal, workspace, task } = this.#search;
    const folder = this.#folder(kind);
    const found = await task.check(posix.join(folder, submissionName));
    // Only commands inside can tell what is there instead of a file.
    const problem = found.sha256 === null ? await workspace.problemIn(this.#id, folder) : null;
    // A file that could not be checked is not known to be valid.
    const invalid = problem ?? (found.valid ? null : found.message);
    const checked = { experiment: this.#id, version: coded.version, kind, invalid, sha256: found.sha256 };
    journal.add({ type: "checked", ...checked });
    return { type: "checked", ...checked };
  }

  async #runOnce(coded: Coded, order: RunOrder): Promise<ProgramRun> {
    const { journal, workspace, bank } = this.#search;
    const { kind, cut } = order;
    const place = [this.#id, coded.version, kind] as const;
    const known = cut === undefined ? journal.find("ran", ...place) : journal.find("ran", ...place, cut);
    if (known !== undefined) return known.run;
    const run = await this.#run(coded, order);
    if (run.end === "disk") await workspace.freeDisk(this.#id, this.#folder(kind, cut));
    await bank.protect();
    journal.add({ type: "ran", experiment: this.#id, version: coded.version, run });
    say(this.#search.task, `${this.#id}: ${failureOf(run) ?? `the ${kind} run took ${Math.round(run.seconds)} s`}`);
    return run;
  }

  /** A program whose files are gone gets them back first. */
  async #run(coded: Coded, order: RunOrder): Promise<ProgramRun> {
    const run = await this.#start(coded, order);
    if (run !== null) return run;
    if (!coded.isWhole) throw new WorkspaceFailure("The program deleted its own files.");
    await this.#search.workspace.restore(coded, coded);
    this.isTouched = false;
    const again = await this.#start(coded, order);
    if (again === null) throw new WorkspaceFailure("The program could not be started: its folder cannot be used.");
    return again;
  }

  async #start(coded: Coded, { kind, seconds, cut }: RunOrder): Promise<ProgramRun | null> {
    const { task, parts, ledger, signal } = this.#search;
    const { isTouched } = this;
    this.isTouched = true;
    return await runProgram(task, {
      kind,
      ...(cut === undefined ? {} : { cut, data: task.rehearsals[cut]!.data }),
      experiment: this.#id,
      isTouched,
      program: parts.program,
      output: this.#folder(kind, cut),
      seconds: Math.max(1, ledger.clamp(seconds)),
      environment: this.environment,
      log: `${[this.#id, `v${coded.version}`, kind, ...(cut === undefined ? [] : [cut])].join("-")}.log`,
      signal,
    });
  }

  #folder(kind: ProgramRun["kind"], cut?: number): string {
    const output = this.#search.workspace.output(this.#id);
    return kind === "full" ? output : posix.join(output, kind === "debug" ? "debug" : `rehearsal_${cut}`);
  }
}
