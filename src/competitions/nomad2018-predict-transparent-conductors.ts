import { join } from "node:path";
import type { Target } from "../contracts/preparation.ts";
import { asFloats } from "../frame/as-floats.ts";
import { type Column, NumberColumn } from "../frame/column.ts";
import { toLabels } from "../frame/labels.ts";
import type { TableView } from "../frame/table-view.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import type { Label } from "../lib/numeric/label.ts";
import { parsePythonInt } from "../lib/python/python-int.ts";
import { rootMeanSquaredLogError } from "../metrics/root-mean-squared-log-error.ts";
import { placeFiles } from "../prepare/place-files.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const targets = ["formation_energy_ev_natom", "bandgap_energy_ev"] as const;

export default defineCompetition({
  id: "nomad2018-predict-transparent-conductors",
  metric: "Root mean squared logarithmic error, averaged over both energies",
  submissionFormat:
    "Columns id, formation_energy_ev_natom and bandgap_energy_ev: one row per test material, in the order of the sample submission, with energies above -1.",
  knownProblems: ["Ids are ignored: rows are compared in file order, so reordered rows are scored as wrong."],
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, ...targets);
    requireSameLength(submission, answers);
    // Upstream: rows are compared in file order, and the id column is not needed.
    const [formation, bandgap] = targets.map((name) =>
      rootMeanSquaredLogError(asFloats(answers.column(name)), energies(submission.column(name))),
    );
    return (formation! + bandgap!) / 2;
  },

  async prepare(context) {
    const { extract, list, open, write } = context;
    const materials = open(await extract("train.csv.zip", "train.csv"));
    const geometries = await extract("train.zip", "train");
    const { train, test } = splitRows(materials, { testSize: 0.1 });
    const parts = { train: renumber(train), test: renumber(test) };
    const answers = parts.test.table;
    write("public/train.csv", parts.train.table);
    write("public/test.csv", answers.drop(...targets));
    const [formation, bandgap] = [{ float: 0.1779 }, { float: 1.8892 }];
    write("public/sample_submission.csv", answers.select("id").with(targets[0], formation).with(targets[1], bandgap));
    write("private/test.csv", answers);

    for (const [part, { numbers }] of Object.entries(parts)) {
      const sources = new Map<Target, string>();
      for (const folder of list(geometries)) {
        const number = numbers.get(Number(parsePythonInt(folder)));
        if (number === undefined) continue;
        // Upstream: if a material has several geometries, the last one wins.
        const name = list(join(geometries, folder)).findLast((file) => file.endsWith(".xyz") && !file.startsWith("."));
        if (name !== undefined) sources.set(`public/${part}/${number}/geometry.xyz`, join(geometries, folder, name));
      }
      placeFiles(context, sources);
    }
  },
  checks: {
    // Both parts number their materials from 1.
    hidden: { file: "public/test.csv", columns: targets },
  },
});

/** New ids from 1, and the new id of every old one. */
function renumber(table: TableView): {
  readonly table: TableView;
  readonly numbers: ReadonlyMap<Label | null, number>;
} {
  const ids = toLabels(table.column("id"));
  const numbers = new Map(ids.map((id, row) => [id, row + 1]));
  const values = Float64Array.from(ids, (id) => numbers.get(id)!);
  return { table: table.with("id", new NumberColumn("id", "int64", values)), numbers };
}

function energies(column: Column): Float64Array {
  const values = finiteFloats(column);
  const row = values.findIndex((value) => value <= -1);
  if (row < 0) return values;
  throw new InvalidSubmission(
    `Column "${column.name}" holds ${values[row]} in row ${row + 1}, expected a number above -1.`,
  );
}
