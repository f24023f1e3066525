import type { Experiment, SearchView } from "../parts.ts";
import { type DiffLine, diffLines } from "./line-diff.ts";

export type Files = Readonly<Record<string, string>>;

/** The files of its last program, as far as they were recorded; null when there is none. */
export function programOf({ versions }: Experiment): Files | null {
  return versions.findLast(({ commit }) => commit !== null)?.files ?? null;
}

/** What an experiment started from: the nearest program in its line, and whose it is. */
export function baseOf(
  view: SearchView,
  experiment: Experiment,
): { readonly from: string; readonly files: Files } | null {
  const seen = new Set<string>();
  for (let [parent] = experiment.parents; parent !== undefined && !seen.has(parent); ) {
    seen.add(parent);
    const found = view.experiments.find(({ id }) => id === parent);
    const files = found === undefined ? null : programOf(found);
    if (files !== null) return { from: parent, files };
    [parent] = found?.parents ?? [];
  }
  return null;
}

/** What changed in each file, by path; files that are the same have no entry. */
export function changesBetween(before: Files, after: Files): readonly (readonly [path: string, lines: DiffLine[]])[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths.flatMap((path) => {
    const lines = diffLines(textOf(before, path), textOf(after, path));
    return lines.length === 0 ? [] : [[path, lines] as const];
  });
}

function textOf(files: Files, path: string): string {
  return (Object.hasOwn(files, path) ? files[path]! : "").replaceAll("\r\n", "\n");
}
