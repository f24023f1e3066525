import { relative, resolve } from "node:path";

/** The command that shows the log of a run, to be typed in the current folder. */
export function logCommand(runFolder: string): string {
  const path = relative(process.cwd(), resolve(runFolder));
  return `mlebench logs ${quoted(path.startsWith("..") ? resolve(runFolder) : path)}`;
}

/** A word as a shell reads it. */
function quoted(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
