import { createHash } from "node:crypto";
import { textAt } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";
import type { AuditFinding } from "../finding.ts";
import type { AlignedTable } from "./align-table.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { duplicateFinding } from "./duplicate-finding.ts";
import { isPrediction } from "./part-of-path.ts";
import type { PublicTable } from "./public-tables.ts";
import { labelColumn } from "./training-labels.ts";

/** So many rows of the training data are compared at most. */
const mostRows = 2_000_000;
/** A duplicate counts if fewer than this many would be expected by chance. */
const coincidence = 0.01;

/** Rows of the test set that are in the training data, word for word, with or without the same answer. */
export function checkRowDuplicates(
  tables: readonly PublicTable[],
  aligned: readonly AlignedTable[],
  sheet: AnswerSheet,
): AuditFinding[] {
  const [target] = sheet.targets;
  if (target === undefined) return [];
  const training = tables.flatMap((table) => {
    const label = aligned.some(({ path }) => path === table.path) ? undefined : labelColumn(table.frame, target);
    return label === undefined ? [] : [{ ...table, label }];
  });
  return aligned
    .filter(({ path }) => !isPrediction(path))
    .flatMap((test) => training.flatMap((train) => compareRows(train, test, sheet) ?? []))
    .slice(0, 1);
}

/** A table of the training data, with the name of its column of labels. */
interface TrainingTable extends PublicTable {
  readonly label: string;
}

function compareRows(train: TrainingTable, test: AlignedTable, sheet: AnswerSheet): AuditFinding | null {
  const names = test.frame.names.filter(
    (name) => name !== test.idName && name !== sheet.idName && train.frame.has(name),
  );
  const shared = names.filter((name) => name !== train.label && !/(^|_)id$/i.test(name));
  if (shared.length === 0) return null;
  const length = Math.min(train.frame.length, mostRows);
  const trainColumns = shared.map((name) => train.frame.column(name));
  const testColumns = shared.map((name) => test.frame.column(name));
  const rowsOf = new Map<string, number>();
  for (let row = 0; row < length; row += 1) rowsOf.set(hashOf(trainColumns, row), row);
  const rarity = trainColumns.map((column) => new ValueShares(column, length));
  const found = [...test.rows.entries()].flatMap(([answer, row]) => {
    const twin = row < 0 ? undefined : rowsOf.get(hashOf(testColumns, row));
    if (twin === undefined) return [];
    const expected =
      length * testColumns.reduce((chance, column, place) => chance * rarity[place]!.of(textAt(column, row)), 1);
    return expected < coincidence ? [{ answer, twin }] : [];
  });
  const label = train.frame.column(train.label);
  return duplicateFinding(
    found.map(({ answer, twin }) => ({
      answer,
      label: textAt(label, twin),
      where: `public/${test.path} row ${test.rows[answer]! + 1} = public/${train.path} row ${twin + 1}`,
    })),
    sheet,
    { check: "duplicate-rows", what: "Rows of the test set are in the training data", howToCheck },
  );
}

const howToCheck = "Look at the rows side by side. If they are the same thing, remove them from one of the two parts.";

function hashOf(columns: readonly Column[], row: number): string {
  const hash = createHash("md5");
  for (const column of columns) hash.update(textAt(column, row)).update("\0");
  return hash.digest("base64");
}

/** How likely a value is in a column: its share; less for text, of which a long one does not come up twice by chance. */
class ValueShares {
  readonly #counts = new Map<string, number>();
  readonly #length: number;
  readonly #isText: boolean;

  constructor(column: Column, length: number) {
    this.#length = length;
    this.#isText = column.kind === "text";
    for (let row = 0; row < length; row += 1) {
      const value = textAt(column, row);
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    }
  }

  of(value: string): number {
    const share = (this.#counts.get(value) ?? 0) / this.#length;
    return this.#isText ? Math.min(share, 2 ** -value.length) : share;
  }
}
