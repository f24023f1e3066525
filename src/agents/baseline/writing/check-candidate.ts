import { textAt } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";
import type { Frame } from "../../../frame/frame.ts";
import { parseCsv } from "../../../frame/read-csv.ts";
import { sumsToOne } from "../reading/class-columns.ts";
import { isEmpty } from "../reading/is-empty.ts";
import type { Sample } from "../reading/sample.ts";

/** What a filled column must hold. */
export type FilledAs = "number" | "probability" | "share" | "label";

/** The columns that a candidate fills. */
export type Filled = ReadonlyMap<string, FilledAs>;

/**
 * Checks a candidate against the sample: the same columns and rows in the same order, and the same cells in all columns but the
 * filled ones. Those have no gaps, numbers where the sample has numbers, probabilities from 0 to 1, and shares that add up to 1
 * in every row. Returns what is wrong, or null.
 *
 * @throws BenchError when the bytes are not a table.
 */
export function checkCandidate(bytes: Buffer, { table: sample }: Sample, filled: Filled): string | null {
  const table = parseCsv(bytes);
  if (table.names.join("\0") !== sample.names.join("\0")) return `its columns are ${table.names.join(", ")}`;
  if (table.length !== sample.length) return `it has ${table.length} rows instead of ${sample.length}`;
  for (const name of sample.names) {
    const kind = filled.get(name);
    const problem =
      kind === undefined
        ? findChange(table.column(name), sample.column(name))
        : findWrongCell(table.column(name), sample.column(name), kind);
    if (problem !== null) return problem;
  }
  const shares = [...filled].flatMap(([name, kind]) => (kind === "share" ? [name] : []));
  return checkSums(table, sample, shares);
}

function findChange(column: Column, before: Column): string | null {
  for (let row = 0; row < column.length; row += 1) {
    if (textAt(column, row) !== textAt(before, row)) return `row ${row + 1} has another ${column.name} than the sample`;
  }
  return null;
}

function findWrongCell(column: Column, before: Column, kind: FilledAs): string | null {
  const isNumber = kind !== "label" || (before.kind !== "text" && !isEmpty(before));
  if (isNumber && column.kind === "text") return `its column ${column.name} holds text`;
  for (let row = 0; row < column.length; row += 1) {
    const isWrong = column.isGap(row) || (column.kind !== "text" && !isAllowed(column.values[row]!, kind));
    if (isWrong) return `row ${row + 1} of its column ${column.name} holds ${textAt(column, row)}`;
  }
  return null;
}

function isAllowed(value: number, kind: FilledAs): boolean {
  return Number.isFinite(value) && (kind === "number" || kind === "label" || (value >= 0 && value <= 1));
}

function checkSums(table: Frame, sample: Frame, shares: readonly string[]): string | null {
  return sumsToOne(sample, shares) && !sumsToOne(table, shares)
    ? "its probabilities do not add up to 1 in every row"
    : null;
}
