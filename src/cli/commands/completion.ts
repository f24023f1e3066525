import { resolve } from "node:path";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { complete } from "../completion/complete.ts";
import { completionScripts, type Shell } from "../completion/scripts.ts";
import { valuesIn } from "../completion/values.ts";
import { exitCodes } from "../exit-codes.ts";
import { print, printJson } from "../output.ts";
import { program } from "../program.ts";
import type { CompletionOptions } from "./completion.options.ts";

/** Prints a shell's script, which calls this command again with the words that were typed. */
export function run(shell: Shell, words: readonly string[], options: CompletionOptions): number {
  const script = words.length === 0 ? completionScripts[shell] : null;
  const candidates = script === null ? complete(program, words, valuesIn(runDirectoryOf(words))) : [];
  if (options.json) printJson({ shell, script, candidates });
  else if (script !== null) print(script);
  else for (const candidate of candidates) print(candidate);
  return exitCodes.done;
}

/** The one that was typed, or the default. */
function runDirectoryOf(words: readonly string[]): string {
  const place = words.lastIndexOf("--run-dir");
  return resolve((place < 0 ? undefined : words[place + 1]) || defaultRunDirectory());
}
