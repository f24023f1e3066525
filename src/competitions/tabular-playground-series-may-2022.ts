import { NumberColumn } from "../frame/column.ts";
import type { TableView } from "../frame/table-view.ts";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "tabular-playground-series-may-2022",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns id and target: one row per test row, with the probability from 0 to 1 that the state is 1.",
  knownProblems: ["The leaderboard is crowded: the thresholds are so close to each other that chance decides medals."],
  grade: aucByColumn({ id: "id", target: "target" }),

  async prepare({ open, write }) {
    const parts = splitRows(open("train.csv"), { testSize: 100_000 });
    const train = numberedFrom(0, parts.train);
    const test = numberedFrom(train.length, parts.test);
    write("public/train.csv", train);
    write("public/test.csv", test.drop("target"));
    write("public/sample_submission.csv", test.select("id").with("target", { float: 0.5 }));
    write("private/test.csv", test);
    write("private/gold_submission.csv", test.select("id", "target"));
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: ["target"] },
  },
});

/** New ids, starting at `first`. */
function numberedFrom(first: number, table: TableView): TableView {
  const ids = Float64Array.from({ length: table.length }, (_, row) => first + row);
  return table.with("id", new NumberColumn("id", "int64", ids));
}
