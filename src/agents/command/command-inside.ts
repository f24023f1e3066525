import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { UsageError } from "../../lib/errors.ts";

/** A word of a command line: as it is, or a file of the agent's folder, wherever that will be. */
export type CommandWord = string | { readonly file: string };

/**
 * A command line in which words that name files of the agent's folder are told apart: commands start in the code folder,
 * where a path relative to the agent's own files would lead nowhere. Folders and paths that leave the folder stay as they are.
 *
 * @throws UsageError when the program is a file of the folder that cannot be executed, or a path that leads nowhere.
 */
export function commandInside(line: readonly string[], directory: string | null): CommandWord[] {
  const words = line.map((word): CommandWord => {
    const file = directory === null ? null : fileOf(directory, word);
    return file === null ? word : { file };
  });
  const [program] = words;
  if (typeof program === "object") requireExecutable(join(directory!, program.file));
  else if (program?.includes("/") && !isAbsolute(program)) {
    throw new UsageError(
      directory === null
        ? `The command \`${program}\` is relative, but to no folder: name the agent's folder, or give an absolute path.`
        : `The command \`${program}\` is relative, but there is no such file in ${directory}.`,
    );
  }
  return words;
}

function fileOf(directory: string, word: string): string | null {
  if (word === "" || isAbsolute(word)) return null;
  const file = relative(directory, join(directory, word));
  if (file === "" || file.startsWith("..")) return null;
  try {
    return statSync(join(directory, file)).isFile() ? file : null;
  } catch {
    // A word need not be a path at all: a whole script is too long for one.
    return null;
  }
}

function requireExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch (cause) {
    throw new UsageError(`${file} cannot be executed: \`chmod a+x\` it, or name its interpreter before it.`, { cause });
  }
}
