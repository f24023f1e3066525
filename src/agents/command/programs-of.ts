import { basename, join } from "node:path";
import { readStart } from "../../lib/files/read-start.ts";
import type { CommandWord } from "./command-inside.ts";

/** The programs that a command line cannot start without: the first word, or the interpreter of a script of the agent's. */
export function programsOf([first, ...rest]: readonly CommandWord[], directory: string | null): string[] {
  if (typeof first !== "object") return behindEnv([first ?? "", ...rest.filter((word) => typeof word === "string")]);
  const start = readStart(join(directory!, first.file), 256);
  const line = /^#! *([^\n]+)/.exec(start)?.[1];
  return line === undefined ? [] : behindEnv(line.trim().split(/\s+/));
}

/** `env NAME` starts another program. */
function behindEnv([program, ...words]: readonly string[]): string[] {
  const next = words.find((word) => !word.startsWith("-") && !word.includes("="));
  const isEnv = program !== undefined && basename(program) === "env" && next !== undefined;
  return [...(program ? [program] : []), ...(isEnv ? [next] : [])];
}
