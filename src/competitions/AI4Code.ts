import { readFileSync } from "node:fs";
import { join } from "node:path";
import { textAt } from "../frame/as-text.ts";
import { TextColumn } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignByIdSet } from "../grade/align-by-id-set.ts";
import { cellError, cellsOf } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { findMembers } from "../lib/json/find-members.ts";
import type { JsonObject } from "../lib/json/json-value.ts";
import { parseJson } from "../lib/json/parse-json.ts";
import type { Label } from "../lib/numeric/label.ts";
import { splitWhitespace } from "../lib/python/python-text.ts";
import { sampleRows } from "../lib/random/pandas-sample.ts";
import { kendallTau } from "../metrics/kendall-tau.ts";
import { rowsIn, rowsNotIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "AI4Code",
  metric: "Kendall's tau over all notebooks",
  submissionFormat:
    "Columns id and cell_order: one row per test notebook, with the ids of all its cells in the right order, separated by blanks.",
  rounding: "python",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "id", "cell_order");
    const aligned = alignByIdSet(submission, answers, "id");
    const cells = cellsOf(aligned.submission, "cell_order", "id");
    const expected = aligned.answers.column("cell_order");
    const truth: string[][] = [];
    const prediction: string[][] = [];
    for (let row = 0; row < submission.length; row += 1) {
      const rightOrder = splitWhitespace(textAt(expected, row));
      const order = splitWhitespace(textAt(cells.column, row));
      if (order.length !== rightOrder.length) {
        throw cellError(cells, row, `found ${order.length} cells, which is not the number of cells in this notebook`);
      }
      const found = new Set(order);
      if (!rightOrder.every((cell) => found.has(cell))) {
        throw cellError(cells, row, "some cells of this notebook are missing, and others are repeated or unknown");
      }
      truth.push(rightOrder);
      prediction.push(order);
    }
    return kendallTau(truth, prediction);
  },

  async prepare(context) {
    const { raw, open, write } = context;
    const unshuffled = open("train_ancestors.csv");
    const ancestors = unshuffled.take(sampleRows(unshuffled.length, { frac: 1, seed: 0 }));
    const { train, test } = splitFamilies(ancestors, 20_000);
    placeById(context, Array.from(train, String), { from: "train", to: "public/train", ending: ".json" });
    placeById(context, Array.from(test, String), { from: "train", to: "public/test", ending: ".json" });

    const orders = open("train_orders.csv");
    const answers = rowsIn(orders, "id", test);
    write("public/train_orders.csv", rowsIn(orders, "id", train));
    write("private/test_orders.csv", answers);
    write("public/train_ancestors.csv", rowsNotIn(ancestors, "id", test));

    const ids = answers.column("id");
    const given = Array.from({ length: ids.length }, (_, row) =>
      cellOrder(join(raw, `train/${textAt(ids, row)}.json`)),
    );
    write(
      "public/sample_submission.csv",
      answers.select("id").with("cell_order", TextColumn.from("cell_order", given)),
    );
  },
});

/**
 * Keeps notebooks with a common ancestor together: takes one family after the other, in order of first appearance, and
 * puts it into the test set if it fits.
 */
function splitFamilies(notebooks: TableView, testSize: number): { train: Set<Label>; test: Set<Label> } {
  const ids = notebooks.column("id");
  const ancestors = notebooks.column("ancestor_id");
  const families = new Map<Label | null, Label[]>();
  for (let row = 0; row < notebooks.length; row += 1) {
    const ancestor = labelAt(ancestors, row);
    const family = families.get(ancestor) ?? [];
    if (family.length === 0) families.set(ancestor, family);
    family.push(labelAt(ids, row)!);
  }
  const train = new Set<Label>();
  const test = new Set<Label>();
  let testCount = 0;
  for (const family of families.values()) {
    const fits = testCount + family.length <= testSize;
    if (fits) testCount += family.length;
    for (const id of family) (fits ? test : train).add(id);
  }
  return { train, test };
}

/** The cells of a notebook as its file lists them: code cells in order, then text cells shuffled. */
function cellOrder(path: string): string {
  const bytes = readFileSync(path);
  const kinds = findMembers(bytes, 0, bytes.length, ["cell_type"]).get("cell_type")!;
  return Array.from((parseJson(kinds) as JsonObject).keys()).join(" ");
}
