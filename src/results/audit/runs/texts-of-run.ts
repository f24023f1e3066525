import { createReadStream, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readStart } from "../../../lib/files/read-start.ts";
import { walk } from "../../../lib/files/walk.ts";
import { runFiles } from "../../../runs/record/run-folder.ts";
import type { Voice } from "./text-rules.ts";
import { voicesIn } from "./voices.ts";

/** A text of a run: a whole file, or one text in a line of a record. */
export interface RunText {
  /** Relative to the run's folder. */
  readonly file: string;
  readonly voice: Voice;
  /** The file on disk, or the text and the line that holds it. */
  readonly content: { readonly path: string } | { readonly text: string; readonly line: number };
  /** Of the file; 0 for a part of one. */
  readonly bytes: number;
}

/** Records of which each line is JSON. */
const records: readonly string[] = [runFiles.events, runFiles.bodies];

/** Everything that a run's agent wrote, said and was shown, in all attempts. Binary files are left out. */
export async function* textsOfRun(folder: string): AsyncGenerator<RunText> {
  const attempts = [""];
  if (existsSync(join(folder, runFiles.attempts))) {
    for await (const { path, type } of walk(join(folder, runFiles.attempts))) {
      if (type === "directory" && !path.includes("/")) attempts.push(`${runFiles.attempts}/${path}/`);
    }
  }
  for (const prefix of attempts) {
    for (const name of records) yield* textsOfRecord(folder, `${prefix}${name}`);
    yield* textFile(folder, `${prefix}${runFiles.output}`, "output");
    for (const part of [runFiles.code, runFiles.logs]) {
      if (!existsSync(join(folder, prefix, part))) continue;
      for await (const { path, type } of walk(join(folder, prefix, part))) {
        const voice = part === runFiles.code ? "program" : "output";
        if (type === "file") yield* textFile(folder, `${prefix}${part}/${path}`, voice);
      }
    }
  }
}

function* textFile(folder: string, file: string, voice: Voice): Generator<RunText> {
  const path = join(folder, file);
  if (!existsSync(path) || readStart(path, 8192).includes("\0")) return;
  yield { file, voice, content: { path }, bytes: statSync(path).size };
}

async function* textsOfRecord(folder: string, file: string): AsyncGenerator<RunText> {
  const path = join(folder, file);
  if (!existsSync(path)) return;
  let line = 0;
  for await (const json of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    for (const { voice, text } of voicesIn(json)) yield { file, voice, content: { text, line }, bytes: 0 };
  }
}
