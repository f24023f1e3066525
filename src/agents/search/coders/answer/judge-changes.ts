import type { CodingWork, FileChanges } from "../../parts.ts";

type Base = CodingWork["base"];

/** What the model must do differently: a path would be a file and a folder at once, or a folder is to be deleted. Null for nothing. */
export function whatIsInTheWay({ written, deleted }: FileChanges, { files }: Base): string | null {
  const folder = deleted.find((path) => Object.keys(files).some((file) => file.startsWith(`${path}/`)));
  if (folder !== undefined) return `The files were not written: ${folder} is a folder. Delete its files one by one.`;
  const paths = new Set([...Object.keys(files).filter((path) => !deleted.includes(path)), ...written.keys()]);
  for (const path of paths) {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const above = path.slice(0, end);
      if (paths.has(above)) return `The files were not written: ${above} cannot be both a file and a folder.`;
    }
  }
  return null;
}

/** Whether the program has no entry point afterwards. */
export function isMissing(
  { written, deleted }: FileChanges,
  { program, base }: Pick<CodingWork, "program" | "base">,
): boolean {
  if (written.has(program)) return false;
  return deleted.includes(program) || (base.isWhole && !Object.hasOwn(base.files, program));
}

/** Whether anything is different afterwards. Files that were not recorded may be. */
export function isChange({ written, deleted }: FileChanges, { files, isWhole }: Base): boolean {
  const isKnown = (path: string): boolean => Object.hasOwn(files, path);
  const isGone = deleted.some((path) => isKnown(path) || !isWhole);
  return isGone || [...written].some(([path, text]) => !isKnown(path) || files[path] !== text);
}
