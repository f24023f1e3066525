import { type Html, html } from "../../../lib/html.ts";
import { timesOf } from "../../../results/best-so-far.ts";
import { type ProgressCurve, progressCurve } from "../../../results/progress-curve.ts";
import { type Axis, chart, type Point, steps } from "./chart.ts";
import { competitionCharts } from "./competition-charts.ts";
import { legend, lookOf } from "./marks.ts";
import { type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { linearScale } from "./scale.ts";
import { timeAxis } from "./time-axis.ts";

/** Points of a curve. */
const resolution = 120;

/** How results grew with time: over all runs, then in each competition. Null when no run's times are known. */
export function progressCharts(sets: readonly ReportedSet[]): Section | null {
  const endMs = sets
    .flatMap(({ set }) => set.runs)
    .reduce((most, run) => Math.max(most, timesOf(run)?.workedMs ?? 0), 0);
  const curves = sets.map(({ set }) => progressCurve(set.runs, endMs, resolution));
  if (endMs === 0 || curves.every((curve) => curve === null)) return null;
  const labels = sets.map(({ report }) => report.label);
  const x = timeAxis(endMs);
  const overall = [
    overallChart(
      "Runs with a medal",
      "share of runs whose best submission so far earns one",
      x,
      curves,
      labels,
      (curve) => curve.medals.map((share) => 100 * share),
    ),
    overallChart(
      "Mean normalised score",
      "0: what nine tenths of the teams reach; 1: gold",
      x,
      curves,
      labels,
      ({ normalised }) => normalised,
    ),
  ];
  return section(
    "progress",
    "Score over time",
    "The best submission that a run had so far, by the score on the test set, which agents do not see while they work: the last submission counts, not the best. A run that has ended stays where it was; one without a valid submission is at 0.",
    legend(labels),
    html`<div class="charts">${overall}</div>\n`,
    competitionCharts(sets, endMs),
  );
}

function overallChart(
  title: string,
  label: string,
  x: Axis,
  curves: readonly (ProgressCurve | null)[],
  labels: readonly string[],
  valuesOf: (curve: ProgressCurve) => readonly number[] | null,
): Html | null {
  const drawn = curves.map((curve) => (curve === null ? null : valuesOf(curve)));
  const known = drawn.flatMap((values) => values ?? []);
  if (known.length === 0) return null;
  const isPercent = title === "Runs with a medal";
  const top = isPercent
    ? Math.min(100, Math.max(10, Math.ceil(known.reduce((most, each) => Math.max(most, each), 0) / 10) * 10))
    : 1;
  const scale = linearScale(0, top);
  const format = (value: number): string => (isPercent ? `${value} %` : String(value));
  const described = drawn.flatMap((values, index) =>
    values === null
      ? []
      : [`${labels[index]} ends at ${format(Number(values.at(-1)!.toFixed(2)))} (${curves[index]!.runs} runs)`],
  );
  const content = drawn.map((values, index) => {
    const points = (values ?? []).map((value, step): Point => [round((100 * step) / resolution), scale.at(value)]);
    return steps(lookOf(index), points, labels[index]!);
  });
  const y = { label, scale, format };
  return chart({ title, description: `${title} over time: ${described.join("; ")}.`, x, y, content: html`${content}` });
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
