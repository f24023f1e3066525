import { aucByColumn } from "../../grade/auc-by-column.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { tableOfRows } from "../../prepare/table-of-rows.ts";
import { defineCompetition } from "../define-competition.ts";
import { type DemoData, decimals } from "./demo-data.ts";
import { demoPreparation } from "./demo-preparation.ts";

const [id, target] = ["plant_id", "flowers"];
const [trainRows, testRows] = [3000, 1500];

/** The hours of light and millilitres of water per week that are best for each species. */
const species = {
  violet: { light: 6, water: 120 },
  cactus: { light: 11, water: 40 },
  fern: { light: 4, water: 180 },
  orchid: { light: 8, water: 90 },
  geranium: { light: 9, water: 140 },
  begonia: { light: 7, water: 110 },
};
const windows = { north: -2, east: 0, south: 2, west: 1 };
/** The share of water that stays in the pot. */
const pots = { clay: 0.75, plastic: 1.1, wood: 0.95 };

export default defineCompetition({
  id: "demo-plant-flowering",
  metric: "Area under the ROC curve",
  task:
    "predict whether a potted plant flowers within the next month, from its species, place and care. Each species has its own " +
    "needs, and the window and the pot change how much light and water it gets.",
  submissionFormat: "Columns plant_id and flowers: one row per test plant, with the probability that it flowers.",
  grade: aucByColumn({ id, target }),

  ...demoPreparation(generate, ({ write }, { train, test }) => {
    write("public/train.csv", train);
    write("public/test.csv", test.drop(target));
    write("public/sample_submission.csv", test.select(id).with(target, { float: 0.5 }));
    write("private/test.csv", test.select(id, target));
  }),
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

/** The plants, and the true probability that each plant of the test set flowers. */
export function generate(): DemoData {
  const random = new QuickRandom(71_001);
  const plants = Array.from({ length: trainRows + testRows }, (_, row) => growPlant(random, row));
  const rows = plants.map(({ row }) => row);
  return {
    train: tableOfRows(rows.slice(0, trainRows)),
    test: tableOfRows(rows.slice(trainRows)),
    id,
    target,
    predicts: "probability",
    classes: ["0", "1"],
    expected: Float64Array.from(plants.slice(trainRows), ({ mood }) => Math.min(1, Math.max(0, 0.5 + mood / 8))),
  };
}

function growPlant(random: QuickRandom, number: number) {
  const name = random.pick(Object.keys(species) as (keyof typeof species)[]);
  const window = random.pick(Object.keys(windows) as (keyof typeof windows)[]);
  const pot = random.pick(Object.keys(pots) as (keyof typeof pots)[]);
  const age = 1 + random.below(60);
  const light = decimals(random.between(2, 12), 1);
  const water = 10 * (2 + random.below(24));
  const acidity = decimals(6.4 + 0.6 * random.normal(), 1);
  const temperature = decimals(19 + 3 * random.normal(), 1);
  const fertilizer = random.below(6);

  const wants = species[name];
  const mood =
    2.3 -
    0.4 * Math.abs(light + windows[window] - wants.light) -
    1.6 * Math.min(1.5, Math.abs((water * pots[pot]) / wants.water - 1)) -
    0.7 * Math.abs(acidity - 6.4) +
    (fertilizer > 3 ? (name === "geranium" ? 0.8 : -0.6) : 0.3 * fertilizer) -
    (age < 6 ? 1.5 : 0) -
    (temperature < 15 ? 1 : 0);
  const row = {
    [id]: `plant-${String(number).padStart(4, "0")}`,
    species: name,
    window,
    pot,
    age_months: age,
    light_hours: light,
    water_ml: water,
    soil_acidity: random.chance(0.08) ? null : acidity,
    temperature,
    fertilizer,
    [target]: mood + 0.7 * random.normal() > 0 ? 1 : 0,
  };
  return { row, mood };
}
