import { relative, resolve } from "node:path";

/** A path as a word of a command that is typed in the current folder. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), resolve(path));
  const word = near === "" || near.startsWith("..") ? resolve(path) : near;
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
