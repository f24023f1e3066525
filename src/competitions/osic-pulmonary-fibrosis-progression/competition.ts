import type { Prepare } from "../../contracts/preparation.ts";
import { asFloats } from "../../frame/as-floats.ts";
import { asText } from "../../frame/as-text.ts";
import { NumberColumn, TextColumn } from "../../frame/column.ts";
import type { Frame } from "../../frame/frame.ts";
import { labelAt } from "../../frame/labels.ts";
import { sortOrder } from "../../frame/sort-order.ts";
import { TableView } from "../../frame/table-view.ts";
import { sortBy } from "../../grade/align.ts";
import { cellError, cellsOf } from "../../grade/cells.ts";
import { requireColumns, requireNumbers } from "../../grade/checks.ts";
import { parsePythonInt } from "../../lib/python/python-int.ts";
import { laplaceLogLikelihood } from "../../metrics/laplace-log-likelihood.ts";
import { firstOfGroups } from "../../prepare/first-of-groups.ts";
import { groupRows } from "../../prepare/groups.ts";
import { placeFolders } from "../../prepare/place-by-id.ts";
import { splitGroups } from "../../prepare/split-groups.ts";
import { uniqueTexts } from "../../prepare/unique.ts";
import { defineCompetition } from "../define-competition.ts";
import { takeOrGap } from "./take-or-gap.ts";

const id = "Patient_Week";

export default defineCompetition({
  id: "osic-pulmonary-fibrosis-progression",
  metric: "Modified Laplace log likelihood",
  submissionFormat:
    "Columns Patient_Week (patient_week), FVC and Confidence: one row per patient and week, with the predicted lung capacity in ml and its standard deviation. Only the last three measured weeks of each patient are scored.",
  knownProblems: [
    "Rows may be left out: a submission with only the surest weeks is valid and scores higher. Without any scored week, the score is NaN.",
  ],
  grade(submission, answers) {
    requireColumns(submission, id, "FVC", "Confidence");
    requireKnownWeeks(submission, new Set(asText(answers.column(id))));
    requireNumbers(submission.column("FVC"));
    requireNumbers(submission.column("Confidence"));

    const measured = lastWeeks(answers);
    const ids = submission.column(id);
    const scored = sortBy(
      submission.filter((row) => measured.has(labelAt(ids, row) as string)),
      id,
    );
    const weeks = asText(scored.column(id));
    const repeated = weeks.findIndex((week, row) => row > 0 && week === weeks[row - 1]);
    // Upstream: both sides then differ in length, which numpy accepts only if one of them is a single number.
    if (repeated >= 0 && weeks.at(-1) !== weeks[0]) {
      throw cellError(cellsOf(scored, id, id), repeated, "this week occurs more than once");
    }
    return laplaceLogLikelihood(
      Float64Array.from(weeks, (week) => measured.get(week)!),
      asFloats(scored.column("FVC")),
      { confidence: asFloats(scored.column("Confidence")).map((value) => (Number.isNaN(value) ? 0 : value)) },
    );
  },

  prepare: cut((measurements) => measurements),
  // A week that was measured twice cannot be graded: it may be in the public data, but not in a test set.
  rehearse: cut(oncePerWeek),
});

function cut(choose: (measurements: TableView) => TableView): Prepare {
  return async (context) => {
    const { open, write } = context;
    const { train, test } = splitGroups(choose(open("train.csv")), "Patient", { testSize: 0.1 });
    const answers = everyWeek(test);
    write("public/train.csv", train);
    write("public/test.csv", firstMeasurements(test));
    write("public/sample_submission.csv", answers.select(id).with("FVC", 2000).with("Confidence", 100));
    write("private/test.csv", answers.with("Confidence", 100));
    placeFolders(context, uniqueTexts(train.column("Patient")), { from: "train", to: "public/train" });
    placeFolders(context, uniqueTexts(test.column("Patient")), { from: "train", to: "public/test" });
  };
}

/** The first measurement of each week and patient. */
function oncePerWeek(measurements: TableView): TableView {
  const [patients, weeks] = [asText(measurements.column("Patient")), asText(measurements.column("Weeks"))];
  const seen = new Set<string>();
  return measurements.filter((row) => {
    const before = seen.size;
    return seen.add(`${patients[row]} ${weeks[row]}`).size > before;
  });
}

/** Each patient's measurement from the earliest week, with gaps filled from later weeks. */
function firstMeasurements(measurements: TableView): TableView {
  const order = sortOrder(measurements.column("Weeks"));
  const byWeek = order === null ? measurements : measurements.take(order);
  const others = byWeek.names.filter((name) => name !== "Patient");
  const groups = groupRows(byWeek.column("Patient")).map(({ rows }) => rows);
  return firstOfGroups(byWeek.select("Patient", ...others), groups);
}

/** A row for every patient and week, from the first to the last week of any patient. Unmeasured values are gaps. */
function everyWeek(measurements: TableView): TableView {
  const patientOf = asText(measurements.column("Patient"));
  const weekOf = asFloats(measurements.column("Weeks"));
  const measured = new Map<string, number[]>();
  patientOf.forEach((patient, row) => {
    const name = `${patient}_${weekOf[row]}`;
    const rows = measured.get(name);
    if (rows === undefined) measured.set(name, [row]);
    else rows.push(row);
  });
  const first = weekOf.reduce((least, week) => Math.min(least, week), Number.POSITIVE_INFINITY);
  const last = weekOf.reduce((most, week) => Math.max(most, week), Number.NEGATIVE_INFINITY);
  const patients: string[] = [];
  const weeks: number[] = [];
  const rows: number[] = [];
  for (const patient of new Set(patientOf)) {
    for (let week = first; week <= last; week += 1) {
      for (const row of measured.get(`${patient}_${week}`) ?? [-1]) {
        patients.push(patient);
        weeks.push(week);
        rows.push(row);
      }
    }
  }
  const others = measurements.names.filter((name) => name !== "Patient" && name !== "Weeks");
  const taken = Int32Array.from(rows);
  return TableView.of([
    TextColumn.from("Patient", patients),
    new NumberColumn("Weeks", "int64", Float64Array.from(weeks)),
    ...others.map((name) => takeOrGap(measurements.column(name), taken)),
    TextColumn.from(
      id,
      patients.map((patient, row) => `${patient}_${weeks[row]}`),
    ),
  ]);
}

function requireKnownWeeks(submission: Frame, known: ReadonlySet<string>): void {
  const cells = cellsOf(submission, id, id);
  for (let row = 0; row < submission.length; row += 1) {
    const week = labelAt(cells.column, row);
    if (typeof week !== "string" || !known.has(week)) {
      throw cellError(cells, row, "the sample submission has no such patient and week");
    }
  }
}

/** The measured capacity of the last three measured weeks of every patient, by patient and week. */
function lastWeeks(answers: Frame): Map<string, number> {
  const patients = asText(answers.column("Patient"));
  const names = asText(answers.column(id));
  const capacities = asFloats(answers.column("FVC"));
  const rowsOf = new Map<string, { readonly row: number; readonly week: number }[]>();
  for (const [row, name] of names.entries()) {
    if (Number.isNaN(capacities[row]!)) continue;
    const measurement = { row, week: Number(parsePythonInt(name.slice(name.lastIndexOf("_") + 1))) };
    const rows = rowsOf.get(patients[row]!);
    if (rows === undefined) rowsOf.set(patients[row]!, [measurement]);
    else rows.push(measurement);
  }
  const last = [...rowsOf.values()].flatMap((rows) => rows.sort((a, b) => a.week - b.week).slice(-3));
  return new Map(last.map(({ row }) => [names[row]!, capacities[row]!]));
}
