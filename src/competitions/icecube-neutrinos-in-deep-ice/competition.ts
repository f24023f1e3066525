import { asFloats } from "../../frame/as-floats.ts";
import type { Frame } from "../../frame/frame.ts";
import { alignByIdSet } from "../../grade/align-by-id-set.ts";
import { requireFinite, requireSameLength } from "../../grade/checks.ts";
import { requireExactColumns } from "../../grade/exact-columns.ts";
import { BenchError, InvalidSubmission } from "../../lib/errors.ts";
import { parsePythonInt } from "../../lib/python/python-int.ts";
import { angularError, type Directions } from "../../metrics/angular-error.ts";
import { defineCompetition } from "../define-competition.ts";

const angles = ["azimuth", "zenith"] as const;

export default defineCompetition({
  id: "icecube-neutrinos-in-deep-ice",
  metric: "Mean angular error in radians",
  submissionFormat:
    "Columns event_id, azimuth and zenith and no others: one row per test event, with the direction that the neutrino came from, in radians.",
  knownProblems: ["A perfect submission scores around 1e-9 instead of 0, because the arc cosine is steep near 1."],
  grade(submission, answers) {
    requireExactColumns(submission, "event_id", ...angles);
    for (const name of angles) requireAngles(submission, name);
    requireSameLength(submission, answers);
    const aligned = alignByIdSet(submission, answers, "event_id");
    return angularError(directions(aligned.answers), directions(aligned.submission));
  },

  async prepare(context) {
    const { list, place } = context;
    // Loaded on demand: grading needs no parquet.
    const { splitEvents } = await import("./split-events.ts");
    const batches = splitEvents(context);
    place("sensor_geometry.csv", "public/sensor_geometry.csv");
    for (const file of list("train").filter((name) => name.endsWith(".parquet"))) {
      const batch = batchOfFile(file);
      if (batches.train.has(batch)) place(`train/${file}`, `public/train/${file}`);
      else if (batches.test.has(batch)) place(`train/${file}`, `public/test/${file}`);
    }
  },
});

/** 5 for `batch_005.parquet`. */
function batchOfFile(file: string): number {
  const number = parsePythonInt(file.slice(0, -".parquet".length).split("_").at(-1)!);
  if (number === null)
    throw new BenchError("unexpected-file", `train/${file}: the name does not end with a batch number.`);
  return Number(number);
}

function requireAngles(submission: Frame, name: string): void {
  const column = submission.column(name);
  if (column.kind === "bool") {
    throw new InvalidSubmission(`Column "${name}" has true and false, expected angles in radians.`);
  }
  requireFinite(column);
}

function directions(table: Frame): Directions {
  return { azimuth: asFloats(table.column("azimuth")), zenith: asFloats(table.column("zenith")) };
}
