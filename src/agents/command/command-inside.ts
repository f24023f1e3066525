import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { UsageError } from "../../lib/errors.ts";

/** A word of a command line: plain text, or a file in the agent's folder, wherever that is mounted. */
export type CommandWord = string | { readonly file: string };

/**
 * Marks the words of a command line that name files in the agent's folder: commands start in the code folder, where a path
 * relative to the agent's folder would not resolve. Folders, and paths that leave the agent's folder, stay text.
 *
 * @throws UsageError when the program is a file there that cannot be executed, or a relative path to nothing.
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
        ? `The command \`${program}\` is a relative path: name the agent's folder with --agent-dir, or use an absolute path.`
        : `The command \`${program}\` is a relative path, but there is no such file in ${directory}.`,
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
    // Not every word is a path: a whole script is too long to be one.
    return null;
  }
}

function requireExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch (cause) {
    throw new UsageError(`${file} is not executable: \`chmod a+x\` it, or put its interpreter in front.`, { cause });
  }
}
