import type { CodingWork } from "../parts.ts";

/** What every coder that works in the folder itself must know. */
export function folderRules({ directory, program }: Pick<CodingWork, "directory" | "program">): string {
  return `You work in the folder ${directory}. It holds the program whose entry point is \`${program}\`, or is where you write it.
- Change only files in this folder. Leave git alone: each state is committed for you.
- The program is run for you when you are done: first with \`--debug\`, then in full. You may try it with \`--debug\` and OUTPUT_DIR
  set to a folder that \`mktemp -d\` makes, but do not train in full.`;
}
