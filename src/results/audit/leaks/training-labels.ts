import { basename, dirname, extname } from "node:path";
import { textAt } from "../../../frame/as-text.ts";
import type { Frame } from "../../../frame/frame.ts";
import type { AlignedTable } from "./align-table.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { keysOf } from "./locate-files.ts";
import type { PublicTable } from "./public-tables.ts";
import type { Target } from "./target.ts";

/** The label of a training file by its path; null where unknown. */
export type LabelOf = (path: string) => string | null;

/** Labels of training files, from a table that names them or from the folders they are in. */
export function trainingLabels(
  tables: readonly PublicTable[],
  aligned: readonly AlignedTable[],
  { targets, idName }: AnswerSheet,
): LabelOf {
  const [target] = targets;
  if (target === undefined) return () => null;
  const known = new Map<string, string>();
  for (const { path, frame } of tables) {
    const label = aligned.some((table) => table.path === path) ? undefined : labelColumn(frame, target);
    if (label === undefined) continue;
    const ids = frame.column(frame.has(idName) ? idName : frame.names.find((name) => name !== label)!);
    for (let row = 0; row < frame.length; row += 1)
      known.set(withoutEnding(textAt(ids, row)), textAt(frame.column(label), row));
  }
  const classes = new Set(target.classes);
  return (path) => {
    const key = keysOf(path)
      .map(withoutEnding)
      .find((each) => known.has(each));
    if (key !== undefined) return known.get(key)!;
    const folder = basename(dirname(path));
    return classes.has(folder) ? folder : null;
  };
}

const withoutEnding = (name: string): string => name.slice(0, name.length - extname(name).length) || name;

/** The column of labels: it is called like the target, or holds nothing but the target's classes. */
export function labelColumn(frame: Frame, { name, kind, classes }: Target): string | undefined {
  if (frame.names.length < 2) return undefined;
  if (frame.has(name)) return name;
  if (kind !== "class") return undefined;
  const known = new Set(classes);
  const looked = Math.min(frame.length, 200);
  return frame.names.slice(1).find((each) => {
    const column = frame.column(each);
    const hits = Array.from({ length: looked }, (_, row) => textAt(column, row)).filter((text) =>
      known.has(text),
    ).length;
    return column.kind === "text" && looked > 0 && hits >= 0.8 * looked;
  });
}
