import { formatDollars } from "../../../lib/format-dollars.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { type Html, html } from "../../../lib/html.ts";
import { timesOf } from "../../../results/best-so-far.ts";
import type { GradedRun } from "../../../results/result-set.ts";
import { percentileOf } from "../../../results/run-standing.ts";
import { type Axis, chart, upwards } from "./chart.ts";
import { legend, lookOf, mark } from "./marks.ts";
import { type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { linearScale, logScale } from "./scale.ts";
import { timeAxis } from "./time-axis.ts";

/** With more runs of a set, those near each other share a disc. */
const mostMarks = 300;

/** A run in a chart. */
interface Place {
  readonly x: number;
  readonly percentile: number;
  readonly name: string;
}

/** What runs cost, and how long they took, against their standing. Null when neither is known. */
export function costCharts(sets: readonly ReportedSet[]): Section | null {
  const costs = placesOf(sets, ({ cost }) => (cost === "unknown" || cost === 0 ? null : cost));
  const times = placesOf(sets, (run) => timesOf(run)?.workedMs ?? null);
  const labels = sets.map(({ report }) => report.label);
  const charts = [
    scatter("Cost and standing", "cost of model calls per run", costs, costAxis, labels, formatDollars),
    scatter(
      "Time and standing",
      "time that the agent worked",
      times,
      (values) => timeAxis(values.at(-1)!, ""),
      labels,
      (ms) => `${(ms / 60_000).toFixed(1)} min`,
    ),
  ];
  if (charts.every((each) => each === null)) return null;
  const isBinned = [...costs, ...times].some(({ length }) => length > mostMarks);
  const how = isBinned
    ? `Of a set with more than ${mostMarks} runs, runs near each other share a disc, whose area is their number.`
    : "Each mark is a run.";
  return section(
    "cost",
    "Cost against score",
    `Percentile on the human leaderboard against what a run took. ${how} A run without a score has percentile 0.`,
    legend(labels),
    html`<div class="charts">${charts}</div>\n`,
  );
}

function placesOf(sets: readonly ReportedSet[], measure: (run: GradedRun) => number | null): Place[][] {
  return sets.map(({ set }) =>
    set.runs.flatMap((run) => {
      const [x, percentile] = [measure(run), percentileOf(run)];
      return x === null || percentile === null
        ? []
        : [{ x, percentile, name: `${run.competitionId}, seed ${run.seed}` }];
    }),
  );
}

/** Powers of ten where costs differ a lot. */
function costAxis(values: readonly number[]): Axis {
  const [low, high] = [values[0]!, values.at(-1)!];
  const scale = high / low > 20 ? logScale(low, high) : linearScale(0, high);
  return { label: "", scale, format: (value) => (value >= 0.01 || value === 0 ? `$${value}` : `$${value.toFixed(4)}`) };
}

function scatter(
  title: string,
  label: string,
  sets: readonly (readonly Place[])[],
  axisOf: (ascending: readonly number[]) => Axis,
  labels: readonly string[],
  format: (value: number) => string,
): Html | null {
  const values = sets.flatMap((places) => places.map(({ x }) => x)).sort((one, other) => one - other);
  if (values.length === 0) return null;
  const x = { ...axisOf(values), label };
  const content = sets.map((places, set) =>
    places.length > mostMarks ? discs(places, set, x) : marks(places, set, x, format, labels[set]!),
  );
  const described = sets.map((places, set) => `${labels[set]} ${places.length} runs`).join(", ");
  const y = { label: "percentile", scale: linearScale(0, 100, [0, 25, 50, 75, 100]), format: String };
  const range = `from ${format(values[0]!)} to ${format(values.at(-1)!)}`;
  return chart({ title, description: `${title}: ${described}, ${range}.`, x, y, content: html`${content}` });
}

function marks(
  places: readonly Place[],
  set: number,
  { scale }: Axis,
  format: (value: number) => string,
  label: string,
): Html[] {
  return places.map(({ x, percentile, name }) =>
    mark(set, scale.at(x), upwards(percentile), `${label}, ${name}: ${format(x)}, percentile ${percentile.toFixed(1)}`),
  );
}

/** Cells of a chart, in percent of its size. */
const cell = { width: 2.5, height: 5 } as const;

function discs(places: readonly Place[], set: number, { scale }: Axis): Html[] {
  const centre = (value: number, size: number): number =>
    (Math.min(Math.floor(value / size), 100 / size - 1) + 0.5) * size;
  const cells = groupBy(
    places,
    ({ x, percentile }) => `${centre(scale.at(x), cell.width)} ${centre(percentile, cell.height)}`,
  );
  const most = [...cells.values()].reduce((count, { length }) => Math.max(count, length), 1);
  return Array.from(cells, ([key, { length }]) => {
    const [x, y] = key.split(" ").map(Number) as [number, number];
    const radius = (7 * Math.sqrt(length / most) + 0.5).toFixed(1);
    return html`<circle class="disc ${lookOf(set)}" cx="${x}%" cy="${upwards(y)}%" r="${radius}"><title>${length} runs</title></circle>`;
  });
}
