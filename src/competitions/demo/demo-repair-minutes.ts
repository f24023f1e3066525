import { errorByColumn } from "../../grade/error-by-column.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { rootMeanSquaredError } from "../../metrics/root-mean-squared-error.ts";
import { tableOfRows } from "../../prepare/table-of-rows.ts";
import { defineCompetition } from "../define-competition.ts";
import { type DemoData, decimals } from "./demo-data.ts";
import { demoPreparation } from "./demo-preparation.ts";

const [id, target] = ["repair_id", "minutes"];
const [trainRows, testRows] = [3000, 1500];

/** The minutes that each repair takes on an ordinary bicycle. */
const faults = { brake: 20, chain: 15, gears: 35, lights: 12, puncture: 10, spokes: 45, steering: 30, motor: 70 };
const kinds = { city: 1, race: 1.2, mountain: 1.1, cargo: 1.4, electric: 1.3 };
const mechanics = { ada: 0.8, bo: 1, cleo: 0.9, dan: 1.3, eve: 1.1 };

export default defineCompetition({
  id: "demo-repair-minutes",
  metric: "Root mean squared error",
  task:
    "predict how many minutes a bicycle repair takes, from the bicycle, the fault and the mechanic. Rust, specialists and bad " +
    "combinations matter more than any single column.",
  submissionFormat: "Columns repair_id and minutes: one row per test repair, with the predicted number of minutes.",
  grade: errorByColumn({ id, target }, rootMeanSquaredError),

  ...demoPreparation(generate, ({ write }, { train, test }) => {
    write("public/train.csv", train);
    write("public/test.csv", test.drop(target));
    write("public/sample_submission.csv", test.select(id).with(target, { float: 30 }));
    write("private/test.csv", test.select(id, target));
  }),
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

/** The repairs, and the expected minutes of those in the test set. */
export function generate(): DemoData {
  const random = new QuickRandom(71_002);
  const repairs = Array.from({ length: trainRows + testRows }, (_, row) => repair(random, row));
  const rows = repairs.map(({ row }) => row);
  return {
    train: tableOfRows(rows.slice(0, trainRows)),
    test: tableOfRows(rows.slice(trainRows)),
    id,
    target,
    predicts: "number",
    classes: [],
    expected: Float64Array.from(repairs.slice(trainRows), ({ usual }) => usual),
  };
}

function repair(random: QuickRandom, number: number) {
  const kind = random.pick(Object.keys(kinds) as (keyof typeof kinds)[]);
  const possible = Object.keys(faults) as (keyof typeof faults)[];
  const fault = random.pick(kind === "electric" ? possible : possible.filter((name) => name !== "motor"));
  const mechanic = random.pick(Object.keys(mechanics) as (keyof typeof mechanics)[]);
  const age = decimals(random.between(0, 15), 1);
  const isOutdoors = random.chance(0.4);
  const kilometres = Math.round(age * random.between(100, 2500));
  const price = 50 * (4 + random.below(60));
  const hour = 8 + random.below(10);

  const rust = isOutdoors && age > 4 ? 1 + 0.06 * (age - 4) : 1;
  const wear = fault === "chain" || fault === "gears" ? 1 + Math.min(0.6, kilometres / 40_000) : 1;
  const isSpecialist = (mechanic === "dan" && fault === "motor") || (mechanic === "eve" && kind === "race");
  const skill = isSpecialist ? 0.6 : mechanics[mechanic];
  const usual = 4 + faults[fault] * kinds[kind] * skill * rust * wear + (hour >= 16 ? 5 : 0) + (price > 2500 ? 6 : 0);
  const row = {
    [id]: `repair-${String(number).padStart(4, "0")}`,
    kind,
    fault,
    mechanic,
    age_years: random.chance(0.05) ? null : age,
    outdoors: isOutdoors,
    kilometres,
    price,
    hour,
    [target]: decimals(Math.max(1, usual * (1 + 0.08 * random.normal()) + 2 * random.normal()), 1),
  };
  return { row, usual };
}
