import { asFloats } from "../frame/as-floats.ts";
import { asText } from "../frame/as-text.ts";
import { requireColumns } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { joinById } from "../grade/join-by-id.ts";
import { logMeanAbsoluteErrorByGroup } from "../metrics/log-mean-absolute-error-by-group.ts";
import { rowsIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitGroups } from "../prepare/split-groups.ts";
import { uniqueTexts, uniqueValues } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const target = "scalar_coupling_constant";
const moleculeFiles = [
  "structures",
  "dipole_moments",
  "magnetic_shielding_tensors",
  "mulliken_charges",
  "potential_energy",
  "scalar_coupling_contributions",
];

export default defineCompetition({
  id: "champs-scalar-coupling",
  metric: "Logarithm of the mean absolute error per coupling type, averaged over types",
  submissionFormat:
    "Columns id and scalar_coupling_constant: one row per pair of atoms of the test molecules, with the predicted coupling constant.",
  knownProblems: [
    "The public data lacks the structures of the test molecules.",
    "A coupling type without any error scores minus infinity, and so does the whole submission.",
    "A repeated id counts several times.",
  ],
  grade(submission, answers) {
    requireColumns(submission, target, "id");
    const joined = joinById(submission, answers, "id");
    finiteFloats(submission.column(target));
    return logMeanAbsoluteErrorByGroup(
      asFloats(joined.answers.column(target)),
      asFloats(joined.submission.column(target)),
      { groups: asText(joined.answers.column("type")) },
    );
  },

  async prepare(context) {
    const { open, write } = context;
    const { train, test } = splitGroups(open("train.csv"), "molecule_name", { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.drop(target));
    write("public/sample_submission.csv", test.select("id").with(target, 0));
    write("private/answers.csv", test);

    // Upstream: only data about the train molecules becomes public, and so only their structures.
    const molecules = train.column("molecule_name");
    const known = uniqueValues(molecules);
    for (const file of moleculeFiles) write(`public/${file}.csv`, rowsIn(open(`${file}.csv`), "molecule_name", known));
    placeById(context, uniqueTexts(molecules), { from: "structures", to: "public/structures", ending: ".xyz" });
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/answers.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});
