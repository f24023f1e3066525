import { join } from "node:path";
import { numberedRows } from "../../competitions/own-table/table-task.ts";
import { labelAt } from "../../frame/labels.ts";
import type { TableView } from "../../frame/table-view.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import type { OwnTables } from "./find-tables.ts";

/**
 * The column that identifies rows: the one that was asked for, or one that is called like an id and has another value in
 * each row, those to predict included. Null when rows are to be numbered.
 *
 * @throws UsageError when the column that was asked for does not identify rows.
 */
export function chooseRowId(
  tables: OwnTables,
  target: string,
  asked: string | undefined,
  open: (name: string) => TableView,
): string | null {
  const { folder, train, test } = tables;
  const learned = open(train);
  const names = learned.names.filter((name) => name !== target);
  const views = [learned, ...(test === null ? [] : [open(test)])];
  if (asked !== undefined) {
    if (!names.includes(asked)) {
      throw new UsageError(`--id: ${join(folder, train)} has no column \`${asked}\`.${didYouMean(asked, names)}`);
    }
    const problem = whyNoId(views, asked);
    if (problem === null) return asked;
    throw new UsageError(`--id: \`${asked}\` does not identify rows: ${problem}. Leave --id out to number them.`);
  }
  const found = isComparable(views)
    ? names.find((name) => looksLikeId(name) && whyNoId(views, name) === null)
    : undefined;
  if (found !== undefined) return found;
  if (!learned.names.includes(numberedRows)) return null;
  throw new UsageError(
    `${join(folder, train)} has a column \`${numberedRows}\`, which is the name for numbered rows, but its values repeat. Rename it.`,
  );
}

function looksLikeId(name: string): boolean {
  return /(?:^|_)id$/i.test(name) || /[a-z]I[Dd]$/.test(name);
}

/** Sets hold few more values. Ids that were asked for are compared once more when the data is prepared, in any number. */
const mostCompared = 10_000_000;

function isComparable(views: readonly TableView[]): boolean {
  return views.reduce((rows, view) => rows + view.length, 0) <= mostCompared;
}

/** What is wrong with a column as an id; null for nothing. */
function whyNoId(views: readonly TableView[], name: string): string | null {
  if (!isComparable(views)) return null;
  const seen = new Set<unknown>();
  for (const view of views) {
    const column = view.column(name);
    for (let row = 0; row < column.length; row += 1) {
      const label = labelAt(column, row);
      if (label === null) return "a row has none";
      if (seen.has(label)) return `${JSON.stringify(String(label).slice(0, 60))} occurs twice`;
      seen.add(label);
    }
  }
  return null;
}
