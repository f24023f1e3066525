import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runFiles } from "../../runs/record/run-folder.ts";
import { FollowedFile } from "../follow-file.ts";
import { note } from "../output.ts";
import type { LogWriter } from "../views/log-writer.ts";

/** The output of one run, printed as it grows, from one attempt to the next. */
export class RunLog {
  readonly #file: FollowedFile;
  readonly #writer: LogWriter;

  constructor(name: string, folder: string, writer: LogWriter) {
    this.#writer = writer;
    this.#file = new FollowedFile(join(folder, runFiles.output), {
      onChunk: writer.push,
      onReplaced: () => {
        writer.startAttempt();
        note(`--- ${name}: a new attempt ---`);
      },
    });
  }

  /** Whether anything has been printed. */
  get exists(): boolean {
    return this.#file.exists;
  }

  read(): void {
    this.#file.read();
  }

  close(): void {
    this.#file.close();
    this.#writer.end();
  }
}

/** The number of the attempt that writes a run's log now. */
export function attemptOf(runFolder: string): number {
  const attempts = join(runFolder, runFiles.attempts);
  const interrupted = existsSync(attempts) ? readdirSync(attempts).map(Number).filter(Number.isInteger) : [];
  return Math.max(0, ...interrupted) + 1;
}
