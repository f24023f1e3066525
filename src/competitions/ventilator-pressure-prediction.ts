import { asFloats } from "../frame/as-floats.ts";
import { NumberColumn } from "../frame/column.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { formatGeneral } from "../lib/python/printf.ts";
import { meanAbsoluteError } from "../metrics/mean-absolute-error.ts";
import { splitGroups } from "../prepare/split-groups.ts";
import { defineCompetition } from "./define-competition.ts";

const [integer, float] = ["int64", "float64"] as const;
const kinds = {
  id: integer,
  breath_id: integer,
  R: integer,
  C: integer,
  time_step: float,
  u_in: float,
  u_out: integer,
  pressure: float,
};

export default defineCompetition({
  id: "ventilator-pressure-prediction",
  metric: "Mean absolute error of the pressure while breathing in",
  submissionFormat:
    "Columns id and pressure: one row per time step of the test breaths, with the predicted pressure. Steps with u_out = 1 need a row but are not scored.",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "id", "pressure");
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "id");
    const breathingOut = asFloats(aligned.answers.column("u_out"));
    const scored = (row: number): boolean => breathingOut[row] === 0;
    const truth = aligned.answers.filter(scored);
    const prediction = aligned.submission.filter(scored);
    return meanAbsoluteError(
      asFloats(truth.column("pressure")),
      finiteFloats(prediction.column("pressure"), prediction.column("id")),
    );
  },

  async prepare({ open, write }) {
    const { train, test } = splitGroups(open("train.csv", { kinds }), "breath_id", { testSize: 0.1 });
    const printing = { formatFloat: (value: number) => formatGeneral(value, 10) };
    const answers = numbered(test);
    write("public/train.csv", numbered(train), printing);
    write("public/test.csv", answers.drop("pressure"), printing);
    write("public/sample_submission.csv", answers.select("id").with("pressure", 0));
    write("private/test.csv", answers, printing);
  },
  checks: {
    hidden: { file: "public/test.csv", columns: ["pressure"] },
  },
});

/** New ids from 1, in both parts. */
function numbered(table: TableView): TableView {
  const ids = Float64Array.from({ length: table.length }, (_, row) => row + 1);
  return table.with("id", new NumberColumn("id", "int64", ids));
}
