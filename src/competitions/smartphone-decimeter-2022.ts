import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { asFloats } from "../frame/as-floats.ts";
import { type Column, TextColumn } from "../frame/column.ts";
import { concatColumns } from "../frame/concat-columns.ts";
import type { Frame } from "../frame/frame.ts";
import { labelAt } from "../frame/labels.ts";
import { TableView } from "../frame/table-view.ts";
import { requireColumns, requireNumbers, requireSameLength } from "../grade/checks.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { BenchError, InvalidSubmission } from "../lib/errors.ts";
import { walkFiles } from "../lib/files/walk.ts";
import type { Label } from "../lib/numeric/label.ts";
import { quantile } from "../lib/numeric/quantile.ts";
import { mean } from "../lib/numeric/summation.ts";
import { haversineError } from "../metrics/haversine-error.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const latitude = "LatitudeDegrees";
const longitude = "LongitudeDegrees";

export default defineCompetition({
  id: "smartphone-decimeter-2022",
  metric: "Distance in metres: the average of its 50th and 95th percentiles, averaged over trips",
  submissionFormat:
    "Columns tripId, UnixTimeMillis, LatitudeDegrees and LongitudeDegrees: one row per test position, with the rows of each trip in the order of the sample submission.",
  knownProblems: [
    "Rows of a trip are compared in file order; UnixTimeMillis is required but ignored.",
    "The public file span_log.nmea reveals the true positions.",
    "A single empty coordinate makes the score NaN.",
  ],
  grade(submission, answers) {
    requireColumns(submission, "tripId", "UnixTimeMillis", latitude, longitude);
    requireSameLength(submission, answers);
    requireNumbers(submission.column(latitude));
    requireNumbers(submission.column(longitude));
    const booleans = [latitude, longitude].some((name) => submission.column(name).kind === "bool");
    const found = rowsByTrip(submission.column("tripId"));
    const scores = [...rowsByTrip(answers.column("tripId"))].map(([trip, rows]) => {
      const predicted = found.get(trip);
      if (predicted?.length !== rows.length) throw wrongRowCount(trip, predicted?.length ?? 0);
      const truth = positions(answers, rows);
      const prediction = positions(submission, predicted);
      return booleans ? halfPrecisionError(truth, prediction, submission) : haversineError(truth, prediction);
    });
    return mean(Float64Array.from(scores));
  },

  async prepare({ raw, open, write, place, placeTree }) {
    const drives = readdirSync(join(raw, "train")).filter((name) => statSync(join(raw, "train", name)).isDirectory());
    const dates = Array.from(new Set(drives.map(dateOf))).sort();
    const testDates = new Set(splitList(dates, { testSize: 0.1 }).test);
    const testDrives = drives.filter((drive) => testDates.has(dateOf(drive))).sort(compareCodePoints);
    for (const drive of drives) {
      if (!testDates.has(dateOf(drive))) placeTree(`train/${drive}`, `public/train/${drive}`);
    }

    const trips: { readonly id: string; readonly truth: TableView }[] = [];
    for (const drive of testDrives) {
      for await (const { path, absolute } of walkFiles(join(raw, "train", drive))) {
        const parts = `${drive}/${path}`.split("/");
        if (parts.at(-1) !== "ground_truth.csv") place(absolute, `public/test/${drive}/${path}`);
        else trips.push({ id: parts.slice(-3, -1).join("-"), truth: open(absolute, { defaultFloats: true }) });
      }
    }
    const column = (name: string) => concatColumns(trips.map(({ truth }) => truth.column(name)));
    const tripIds = trips.flatMap(({ id, truth }) => new Array<string>(truth.length).fill(id));
    const answers = TableView.of([
      TextColumn.from("tripId", tripIds),
      column("UnixTimeMillis"),
      column(latitude),
      column(longitude),
    ]);
    write("private/test.csv", answers);
    placeTree("metadata", "public/metadata");
    write(
      "public/sample_submission.csv",
      answers.with(latitude, { float: 37.904611315634504 }).with(longitude, { float: -86.48107806249548 }),
    );
  },
});

/** The day of a drive such as `2020-5-15-US-MTV-1`, as `2020-05-15`. */
function dateOf(drive: string): string {
  const [year, month, day] = /^(\d+)-(\d+)-(\d+)(?=-|$)/.exec(drive)?.slice(1) ?? [];
  if (day === undefined) {
    throw new BenchError(
      "malformed-raw-data",
      `train/${drive}: expected a folder name that starts with a date, YYYY-MM-DD-...`,
    );
  }
  return `${year}-${month!.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

interface Positions {
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
}

/** The rows of every trip, with trips in order of first appearance. */
function rowsByTrip(trips: Column): Map<Label, number[]> {
  const rows = new Map<Label, number[]>();
  for (let row = 0; row < trips.length; row += 1) {
    const trip = labelAt(trips, row);
    if (trip === null) continue;
    const known = rows.get(trip);
    if (known === undefined) rows.set(trip, [row]);
    else known.push(row);
  }
  return rows;
}

function positions(table: Frame, rows: readonly number[]): Positions {
  const pick = (name: string): Float64Array => {
    const values = asFloats(table.column(name));
    return Float64Array.from(rows, (row) => values[row]!);
  };
  return { latitude: pick(latitude), longitude: pick(longitude) };
}

/**
 * Upstream: numpy converts true and false to radians in half precision, where one degree is 0.0174560546875 and its cosine
 * is 1, and continues in double precision.
 */
function halfPrecisionError(truth: Positions, prediction: Positions, submission: Frame): number {
  const roughLatitude = submission.column(latitude).kind === "bool";
  const latitudeDegree = roughLatitude ? 0.0174560546875 : degree;
  const longitudeDegree = submission.column(longitude).kind === "bool" ? 0.0174560546875 : degree;
  const distances = truth.latitude.map((value, row) => {
    const predictedLatitude = prediction.latitude[row]! * latitudeDegree;
    const predictedCosine = roughLatitude ? 1 : Math.cos(predictedLatitude);
    const sineLatitude = Math.sin((value * degree - predictedLatitude) / 2);
    const sineLongitude = Math.sin((truth.longitude[row]! * degree - prediction.longitude[row]! * longitudeDegree) / 2);
    const haversine = sineLatitude ** 2 + predictedCosine * Math.cos(value * degree) * sineLongitude ** 2;
    return 2 * 6_371_000 * Math.asin(Math.sqrt(haversine));
  });
  return (quantile(distances, 0.5) + quantile(distances, 0.95)) / 2;
}

const degree = Math.PI / 180;

function wrongRowCount(trip: Label, count: number): InvalidSubmission {
  const reason = count === 0 ? "an expected trip is missing" : `trip "${trip}" has the wrong number of rows (${count})`;
  return new InvalidSubmission(`Column "tripId": ${reason}. Keep the rows of the sample submission.`);
}
