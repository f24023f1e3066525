import { basename, extname } from "node:path";
import type { AnswerSheet } from "./answer-sheet.ts";
import { isTraining } from "./part-of-path.ts";
import type { AuditedFile } from "./public-files.ts";

/** The files that belong to each row of the answers, by their names. */
export type LocatedFiles = ReadonlyMap<number, readonly AuditedFile[]>;

/** Assigns files to rows of the answers: a file's name, or a folder above it, is the row's id, with or without ending. */
export function locateFiles(files: readonly AuditedFile[], { ids }: AnswerSheet): LocatedFiles {
  const rowOf = new Map<string, number>();
  for (const [row, id] of ids.entries()) {
    for (const key of [id, id.slice(0, id.length - extname(id).length)])
      if (key !== "" && !rowOf.has(key)) rowOf.set(key, row);
  }
  const located = new Map<number, AuditedFile[]>();
  for (const file of files) {
    const key = isTraining(file.path) ? undefined : keysOf(file.path).find((each) => rowOf.has(each));
    if (key === undefined) continue;
    const row = rowOf.get(key)!;
    const known = located.get(row);
    if (known === undefined) located.set(row, [file]);
    else known.push(file);
  }
  return located;
}

/** What could be an id in a path, the most likely first. */
export function keysOf(path: string): string[] {
  const name = basename(path);
  const stem = name.slice(0, name.length - extname(name).length);
  const folders = path.split("/").slice(0, -1).reverse();
  const pairs = folders
    .slice(0, -1)
    .flatMap((inner, place) => ["-", "_", "/"].map((glue) => folders[place + 1]! + glue + inner));
  // `665b960ee-anatomical-structure` belongs to `665b960ee`.
  const starts = [...stem.matchAll(/[-_.]/g)].map(({ index }) => stem.slice(0, index)).reverse();
  return [name, stem, ...starts, ...pairs, ...folders];
}
