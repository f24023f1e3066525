import type { Repository } from "../understanding/understand-repository.ts";
import { boundedLines } from "./bounded.ts";

/** Folders deeper than this are counted, not listed. */
const defaultDepth = 3;
const mostPerFolder = 40;

/** The files of a repository, or below one of its folders, as an indented tree. */
export function showTree(repository: Repository, folder = "", depth = defaultDepth): string {
  const prefix = folder.replace(/^\.?\/?/, "").replace(/\/*$/, "");
  const paths = repository.files
    .map(({ path }) => path)
    .filter((path) => prefix === "" || path.startsWith(`${prefix}/`))
    .map((path) => (prefix === "" ? path : path.slice(prefix.length + 1)));
  if (paths.length === 0) return `The repository has no files in the folder ${folder.slice(0, 200)}.`;
  const lines = linesOf(paths, depth, "");
  return boundedLines(lines, "Name a folder to see more of it.");
}

function linesOf(paths: readonly string[], depth: number, indent: string): string[] {
  const files = paths.filter((path) => !path.includes("/"));
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const cut = path.indexOf("/");
    if (cut === -1) continue;
    const name = path.slice(0, cut);
    const inside = folders.get(name) ?? [];
    inside.push(path.slice(cut + 1));
    folders.set(name, inside);
  }
  const left = files.length - mostPerFolder;
  return [
    ...[...folders].flatMap(([name, inside]) =>
      depth <= 1
        ? [`${indent}${name}/ (${inside.length} files)`]
        : [`${indent}${name}/`, ...linesOf(inside, depth - 1, `${indent}  `)],
    ),
    ...files.slice(0, mostPerFolder).map((name) => `${indent}${name}`),
    ...(left > 0 ? [`${indent}(${left} more files)`] : []),
  ];
}
