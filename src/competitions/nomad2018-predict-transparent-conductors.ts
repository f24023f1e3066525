import { asFloats } from "../frame/as-floats.ts";
import type { Column } from "../frame/column.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { rootMeanSquaredLogError } from "../metrics/root-mean-squared-log-error.ts";
import { defineCompetition } from "./define.ts";

const targets = ["formation_energy_ev_natom", "bandgap_energy_ev"] as const;

export default defineCompetition({
  id: "nomad2018-predict-transparent-conductors",
  metric: "Root mean squared logarithmic error, averaged over both energies",
  submissionFormat:
    "Columns id, formation_energy_ev_natom and bandgap_energy_ev: one row per test material in the order of the sample submission, energies above -1.",
  knownProblems: [
    "Ids are never looked at: rows are compared in file order, so reordered rows are scored as if wrong.",
  ],
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, ...targets);
    requireSameLength(submission, answers);
    // Upstream: rows are compared in file order; the column of ids is not needed.
    const [formation, bandgap] = targets.map((name) =>
      rootMeanSquaredLogError(asFloats(answers.column(name)), energies(submission.column(name))),
    );
    return (formation! + bandgap!) / 2;
  },
});

function energies(column: Column): Float64Array {
  const values = finiteFloats(column);
  const row = values.findIndex((value) => value <= -1);
  if (row < 0) return values;
  throw new InvalidSubmission(
    `Column "${column.name}" holds ${values[row]} in row ${row + 1}; numbers above -1 are expected.`,
  );
}
