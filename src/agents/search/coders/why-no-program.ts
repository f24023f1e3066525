import type { CodingResult, CodingWork } from "../parts.ts";
import type { WorkingFolder } from "./working-folder.ts";

export const noEntryPoint = (program: string): string => `There is no file ${program}.`;

/** A repair that changes nothing would fail in the same way. */
export const notChanged = "The program was not changed.";

/**
 * Why a coder's work cannot be run; null when it can.
 *
 * @param since The commit that it started from, for coders that may commit something themselves.
 */
export async function whyNoProgram(
  { mode, program }: CodingWork,
  folder: WorkingFolder,
  since?: string,
): Promise<CodingResult["failure"]> {
  const state = await folder.program(since);
  if (state === "missing") return noEntryPoint(program);
  return state === "unchanged" && mode === "fix" ? notChanged : null;
}
