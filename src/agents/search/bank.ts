import { posix } from "node:path";
import type { Sandbox } from "../../contracts/sandbox.ts";
import { BenchError } from "../../lib/errors.ts";
import { sha256 as hashOf } from "../../lib/hashing.ts";
import type { SearchJournal } from "./journal.ts";
import type { Experiment } from "./parts.ts";
import { bankScript, removeScript } from "./workspace/scripts.ts";
import { submissionName, type Workspace } from "./workspace/workspace.ts";

/** Of a submission, so much is kept in memory, to bring it back if a program deletes it. */
const mostKeptBytes = 64 * 2 ** 20;

const foreign =
  "A program wrote submission.csv into the submission folder itself. The file was removed: only submissions of experiments that were checked are graded.";

interface BankOptions {
  readonly journal: SearchJournal;
  readonly workspace: Workspace;
  readonly sandbox: Sandbox;
}

interface Kept {
  readonly sha256: string;
  readonly content: Uint8Array;
}

/** Keeps the best valid submission in the submission folder, whatever programs do to it. */
export class Bank {
  readonly #journal: SearchJournal;
  readonly #workspace: Workspace;
  readonly #sandbox: Sandbox;
  /** The submission that is in its place. */
  #kept: Kept | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ journal, workspace, sandbox }: BankOptions) {
    this.#journal = journal;
    this.#workspace = workspace;
    this.#sandbox = sandbox;
  }

  get isEmpty(): boolean {
    return this.#journal.last("banked") === undefined;
  }

  /** Puts the best submission into its place unless it is there. One change at a time. */
  update(): Promise<void> {
    return this.#inTurn(async () => {
      const [best] = this.#candidates();
      if (best !== undefined && best.id !== this.#journal.last("banked")?.experiment) await this.#fill();
    });
  }

  /** Brings the submission back if it is not what was put there, and removes one that was put there by a program. */
  protect(): Promise<void> {
    return this.#inTurn(async () => {
      const banked = this.#journal.last("banked");
      if (banked === undefined) return await this.#removeForeign();
      if ((await this.#hash()) === banked.sha256) return;
      if (this.#kept?.sha256 === banked.sha256 && (await this.#putBack(this.#kept))) return;
      await this.#fill();
    });
  }

  /** Experiments with a submission, best first; those without a score come last, the newest first. */
  #candidates(): readonly Experiment[] {
    const { view } = this.#journal;
    const ranked = view.ranked();
    const rest = view.experiments.filter(
      (each) => each.state !== "open" && !ranked.includes(each) && hasSubmission(each),
    );
    return [...ranked, ...rest.reverse()];
  }

  /** Takes the best submission whose file is still what was checked. */
  async #fill(): Promise<void> {
    for (const { id, versions, evaluation } of this.#candidates()) {
      const { number, commit } = versions.at(-1)!;
      const sha256 = this.#journal.find("checked", id, number, "full")?.sha256 ?? null;
      const file = posix.join(this.#workspace.output(id), submissionName);
      if (sha256 === null || !(await this.#place(file, sha256, commit))) continue;
      const banked = this.#journal.last("banked");
      if (banked?.experiment !== id || banked.sha256 !== sha256) {
        this.#journal.add({ type: "banked", experiment: id, sha256, score: evaluation?.score ?? null });
      }
      const place = this.#workspace.submission;
      const content = await this.#sandbox.readFile(place, { maxBytes: mostKeptBytes }).catch(() => null);
      this.#kept = content === null || hashOf(content) !== sha256 ? null : { sha256, content };
      return;
    }
  }

  /** The folder is the bank's: a file that was never checked is not submitted. */
  async #removeForeign(): Promise<void> {
    const isThere = await this.#sandbox.readFile(this.#workspace.submission, { maxBytes: 0 }).then(
      (content) => content !== null,
      (error: unknown) => error instanceof BenchError && error.code === "file-too-large",
    );
    if (!isThere) return;
    await this.#workspace.commands.run(removeScript, "-", this.#workspace.submission);
    if (this.#journal.last("note")?.text !== foreign) this.#journal.add({ type: "note", text: foreign });
  }

  async #putBack({ sha256, content }: Kept): Promise<boolean> {
    const copy = posix.join(this.#sandbox.paths.logs, ".submission.csv.copy");
    const isWritten = await this.#sandbox.writeFile(copy, content).then(
      () => true,
      () => false,
    );
    if (!isWritten) return false;
    const isPlaced = await this.#place(copy, sha256, null);
    await this.#workspace.commands.run(removeScript, "-", copy);
    return isPlaced;
  }

  async #place(file: string, sha256: string, commit: string | null): Promise<boolean> {
    const words = [file, this.#workspace.submission, commit ?? "", sha256];
    return (await this.#workspace.commands.run(bankScript, "-", ...words)).exitCode === 0;
  }

  /** Taken outside: what commands inside say could be made up. */
  async #hash(): Promise<string | null> {
    const known = this.#kept === null ? {} : { maxBytes: this.#kept.content.length };
    const content = await this.#sandbox.readFile(this.#workspace.submission, known).catch(() => null);
    return content === null ? null : hashOf(content);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function hasSubmission({ versions }: Experiment): boolean {
  return versions.at(-1)?.invalid === null;
}
