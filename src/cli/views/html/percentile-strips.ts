import { type Html, html } from "../../../lib/html.ts";
import { quantile } from "../../../lib/numeric/quantile.ts";
import { type MedalZones, medalZones } from "../../../results/medal-zones.ts";
import { byCompetition, type GradedRun } from "../../../results/result-set.ts";
import { percentileOf } from "../../../results/run-standing.ts";
import { centreOf } from "../../../results/statistics/centre.ts";
import { byComplexity, leftOutNote } from "./by-complexity.ts";
import { bar, legend, lookOf, mark } from "./marks.ts";
import { beside, line, lines, type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { percentScale } from "./rulers.ts";

/** With more runs of a set in a competition, the middle half of them is drawn. */
const mostMarks = 10;

type Runs = ReadonlyMap<string, readonly GradedRun[]>;

/** Where every run would be on the leaderboard of its competition. */
export function percentileStrips(sets: readonly ReportedSet[]): Section {
  const { classes, left } = byComplexity(sets);
  const members = sets.map(({ set }) => byCompetition(set.runs));
  const labels = sets.map(({ report }) => report.label);
  const isRange = members.some((runs) => [...runs.values()].some(({ length }) => length > mostMarks));
  const what = isRange
    ? "With more than ten runs, the bar holds the middle half of them and the mark is their mean."
    : "Each mark is a run.";
  const groups = classes.map(
    ({ name, ids }) =>
      html`<h3>${name} (${ids.length})</h3>\n${lines(
        percentScale(""),
        ids.map((id) => strip(id, members, labels)),
      )}`,
  );
  return section(
    "percentiles",
    "Standing among human teams",
    `Percentile on the human leaderboard of each competition: 0 is the last place, 50 the median team, 100 better than all. The shaded zones begin where bronze, silver and gold do. ${what} A run without a score has 0.${sets.length > 2 ? "" : " The figure on the right is the mean."}${leftOutNote(left)}`,
    legend(labels),
    groups,
  );
}

function strip(id: string, members: readonly Runs[], labels: readonly string[]): Html {
  const percentiles = members.map((runs) => (runs.get(id) ?? []).flatMap((run) => percentileOf(run) ?? []));
  const known = percentiles.map((values) => centreOf(values).mean);
  const texts = known.map((mean) => (mean === null ? "-" : mean.toFixed(1)));
  const words = labels.map((label, index) => `${label} ${texts[index]}`).join(", ");
  const zones = medalZones(id);
  return line({
    name: id,
    plot: html`${zones && zonesOf(zones)}${ruler}${percentiles.map((values, set) => marksOf(values, set, members.length, labels[set]!))}`,
    description: `Mean percentile: ${labels.length === 1 ? texts[0] : words}`,
    value: beside(texts),
    sets: members.length,
  });
}

const ruler = html`<line class="grid" x1="0" x2="100%" y1="50%" y2="50%"/><line class="grid" x1="50%" x2="50%" y1="15%" y2="85%"/>`;

function zonesOf({ gold, silver, bronze }: MedalZones): Html {
  const zone = (name: string, from: number, to: number): Html =>
    html`<rect class="zone ${name}" x="${from.toFixed(2)}%" width="${Math.max(0, to - from).toFixed(2)}%" height="100%"/>`;
  return html`${zone("bronze", bronze, silver)}${zone("silver", silver, gold)}${zone("gold", gold, 100)}`;
}

function marksOf(values: readonly number[], set: number, sets: number, label: string): Html | null {
  if (values.length === 0) return null;
  const place = Number(((100 * (set + 1)) / (sets + 1)).toFixed(2));
  const whose = sets === 1 ? "" : `${label}: `;
  if (values.length <= mostMarks) {
    return html`${values.map((value) => mark(set, Number(value.toFixed(2)), place, `${whose}percentile ${value.toFixed(1)}`))}`;
  }
  const all = Float64Array.from(values);
  const [low, high, mean] = [quantile(all, 0.25), quantile(all, 0.75), centreOf(values).mean!];
  const words = `${whose}${values.length} runs, mean percentile ${mean.toFixed(1)}, half of them from ${low.toFixed(1)} to ${high.toFixed(1)}`;
  return html`${bar(`${lookOf(set)} thick`, low, high, 4, words, place)}${mark(set, Number(mean.toFixed(2)), place, words)}`;
}
