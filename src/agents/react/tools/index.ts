import { bash } from "./bash.ts";
import { replaceInFile, viewFile, writeFile } from "./file-tools.ts";
import { jobOutput, jobStart, jobStop } from "./job-tools.ts";
import { python } from "./python.ts";
import { submit, validate } from "./submission-tools.ts";
import type { ReactTool } from "./tool.ts";

/** Every tool, in the order in which the model sees them. */
const tools: readonly ReactTool[] = [
  bash,
  jobStart,
  jobOutput,
  jobStop,
  python,
  viewFile,
  writeFile,
  replaceInFile,
  validate,
  submit,
];

/** The tools that work in a sandbox. */
export function toolsFor({ hasPython }: { readonly hasPython: boolean }): readonly ReactTool[] {
  return hasPython ? tools : tools.filter((tool) => tool !== python);
}

/** Tools by their names. */
export function toolsNamed(names: readonly string[]): readonly ReactTool[] {
  return tools.filter(({ name }) => names.includes(name));
}
