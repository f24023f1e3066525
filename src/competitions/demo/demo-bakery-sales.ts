import { errorByColumn } from "../../grade/error-by-column.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { meanAbsoluteError } from "../../metrics/mean-absolute-error.ts";
import { type Cell, tableOfRows } from "../../prepare/table-of-rows.ts";
import { defineCompetition } from "../define-competition.ts";
import { type DemoData, decimals } from "./demo-data.ts";
import { demoPreparation } from "./demo-preparation.ts";

const [id, target] = ["id", "sales"];
const [trainDays, testDays] = [730, 42];
const firstDay = Date.UTC(2021, 0, 1);
const dayMs = 86_400_000;
const shops = ["harbour", "market", "mill", "old town", "park", "school", "station", "university"];

export default defineCompetition({
  id: "demo-bakery-sales",
  metric: "Mean absolute error",
  task:
    "predict how many loaves each of eight bakeries sells on each of the 42 days after the training data, which covers two years " +
    "of daily sales. Sales depend on the weekday, season, growth, offers and the (forecast) weather.",
  submissionFormat: "Columns id and sales: one row per test day and shop, with the predicted number of loaves.",
  grade: errorByColumn({ id, target }, meanAbsoluteError),

  ...demoPreparation(
    generate,
    ({ write }, { train, test }) => {
      write("public/train.csv", train);
      write("public/test.csv", test.drop(target));
      write("public/sample_submission.csv", test.select(id).with(target, 0));
      write("private/test.csv", test.select(id, target));
    },
    // Sales are to be forecast: the last days are held out, as many as in the competition.
    (train) => {
      const first = train.length - testDays * shops.length;
      return { train: train.filter((row) => row < first), test: train.filter((row) => row >= first) };
    },
  ),
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

/** The days of every shop, and the expected sales on the test days. */
export function generate(): DemoData {
  const random = new QuickRandom(71_005);
  const habits = shops.map((shop) => ({
    shop,
    level: random.between(80, 400),
    growth: random.between(-0.1, 0.35),
    weekdays: Array.from({ length: 7 }, (_, weekday) => random.between(0.75, 1.15) * (weekday === 5 ? 1.5 : 1)),
    season: random.between(0.05, 0.25),
    warmth: random.between(-0.015, 0.015),
    isShutOnSunday: random.chance(0.4),
  }));
  const rows: Record<string, Cell>[] = [];
  const [expected, features]: [number[], Record<string, Cell>[]] = [[], []];
  let weather = 0;
  for (let day = 0; day < trainDays + testDays; day += 1) {
    const date = new Date(firstDay + day * dayMs);
    const weekday = (date.getUTCDay() + 6) % 7;
    const season = wave(day / 365.25);
    weather = 0.7 * weather + 2 * random.normal();
    const temperature = decimals(11 - 9 * season + weather, 1);
    for (const habit of habits) {
      const isOnOffer = random.chance(0.12);
      const isShut = habit.isShutOnSunday && weekday === 6;
      const trend = 1 + (habit.growth * day) / 365;
      const mood = (1 + habit.season * season) * (1 + habit.warmth * (temperature - 11)) * (isOnOffer ? 1.3 : 1);
      const usual = isShut ? 0 : habit.level * trend * habit.weekdays[weekday]! * mood;
      const text = date.toISOString().slice(0, 10);
      rows.push({
        [id]: `${habit.shop.replace(" ", "-")}_${text}`,
        date: text,
        shop: habit.shop,
        on_offer: isOnOffer,
        temperature,
        [target]: Math.max(0, Math.round(usual * (1 + 0.07 * random.normal()))),
      });
      const month = text.slice(5, 7);
      features.push({
        shop: habit.shop,
        weekday: `day ${weekday}`,
        both: `${habit.shop} ${weekday}`,
        month,
        isOnOffer,
      });
      if (day >= trainDays) expected.push(usual);
    }
  }
  const trainRows = trainDays * shops.length;
  return {
    train: tableOfRows(rows.slice(0, trainRows)),
    test: tableOfRows(rows.slice(trainRows)),
    id,
    target,
    predicts: "number",
    classes: [],
    expected: Float64Array.from(expected),
    features: { train: tableOfRows(features.slice(0, trainRows)), test: tableOfRows(features.slice(trainRows)) },
  };
}

/** Similar to a cosine of whole turns, but made of parabolas: bit-identical on every machine. */
function wave(turns: number): number {
  const phase = turns - Math.floor(turns);
  const half = phase < 0.25 ? phase + 0.25 : phase < 0.75 ? phase - 0.25 : phase - 0.75;
  const arc = 16 * half * (0.5 - half);
  return phase >= 0.25 && phase < 0.75 ? -arc : arc;
}
