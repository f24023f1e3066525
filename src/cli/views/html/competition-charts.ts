import { type Html, html } from "../../../lib/html.ts";
import { type Improvement, improvementsOf, timesOf } from "../../../results/best-so-far.ts";
import { byCompetition, type GradedRun } from "../../../results/result-set.ts";
import { band, chart, type Point, steps, upwards } from "./chart.ts";
import { lookOf } from "./marks.ts";
import { numbers } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { linearScale, type Scale } from "./scale.ts";
import { timeAxis } from "./time-axis.ts";

/** So many are shown at once, and so many there are at all. */
const [mostOpen, mostDrawn] = [12, 100];

/** With more runs of a set, their range and median are drawn. */
const mostCurves = 5;

/** A run, and when its best score changed. */
interface Course {
  readonly run: GradedRun;
  readonly improvements: readonly Improvement[];
}

/** The best score so far in each competition, in the unit of its metric, with the scores that earn medals. */
export function competitionCharts(sets: readonly ReportedSet[], endMs: number): Html | null {
  const bySet = sets.map(({ set }) => byCompetition(set.runs));
  const ids = [...new Set(bySet.flatMap((runs) => [...runs.keys()]))].sort();
  const withCourse = ids.flatMap((id) => {
    const courses = bySet.map((runs) => (runs.get(id) ?? []).flatMap(courseOf));
    return courses.some((each) => each.some(({ improvements }) => improvements.length > 0)) ? [{ id, courses }] : [];
  });
  if (withCourse.length === 0) return null;
  const labels = sets.map(({ report }) => report.label);
  const drawn = withCourse.slice(0, mostDrawn).map(({ id, courses }) => competitionChart(id, courses, labels, endMs));
  const [open, folded] = [drawn.slice(0, mostOpen), drawn.slice(mostOpen)];
  const left = withCourse.length - drawn.length;
  const hasRange = withCourse.some(({ courses }) => courses.some(({ length }) => length > mostCurves));
  const ranges = hasRange
    ? ` With more than ${mostCurves} runs of a set, the line is their median and the shade goes from the worst to the best.`
    : "";
  const more = left === 0 ? "" : ` ${left} more competitions have no chart.`;
  return html`<h3>By competition</h3>\n<p>Up is better. Dashed lines: the scores of G gold, S silver, B bronze and the median team M. What is far below the median is drawn at the lower edge.${ranges}${more}</p>\n<div class="charts">${open}</div>\n${
    folded.length === 0
      ? null
      : numbers(`${folded.length} more competitions`, html`<div class="charts">${folded}</div>`)
  }`;
}

function courseOf(run: GradedRun): Course[] {
  const times = timesOf(run);
  return times === null ? [] : [{ run, improvements: improvementsOf(run, times) }];
}

function competitionChart(
  id: string,
  sets: readonly (readonly Course[])[],
  labels: readonly string[],
  endMs: number,
): Html {
  const all = sets.flat();
  const { report } = all[0]!.run;
  const thresholds = [report.gold_threshold, report.silver_threshold, report.bronze_threshold, report.median_threshold];
  const scale = scoreScale(thresholds, all);
  const x = timeAxis(endMs, "");
  const content = sets.map((courses, set) => {
    const curves = courses.filter(({ improvements }) => improvements.length > 0);
    return curves.length > mostCurves
      ? rangeOf(curves, set, labels[set]!, scale, endMs)
      : curves.map(({ run, improvements }) => {
          const points = improvements.map(({ elapsedMs, score }): Point => [x.scale.at(elapsedMs), scale.at(score)]);
          const last = points.at(-1)!;
          return steps(
            lookOf(set),
            [...points, [100, last[1]]],
            `${labels[set]}, seed ${run.seed}: ${improvements.at(-1)!.score}`,
          );
        });
  });
  const bests = sets.map(
    (courses, set) =>
      `${labels[set]} ${
        courses
          .flatMap(({ improvements }) => improvements.at(-1)?.score ?? [])
          .slice(0, 10)
          .join(", ") || "none"
      }`,
  );
  return chart({
    title: id,
    description: `${id}, best score so far over time; in the end: ${bests.join("; ")}. Gold ${thresholds[0]}, median ${thresholds[3]}.`,
    x,
    y: { label: "", scale, format: (value) => String(value) },
    content: html`${thresholdLines(thresholds, scale)}${content}`,
    size: "small",
  });
}

/** From a little below the median to gold or the best score, whichever way is better. */
function scoreScale(thresholds: readonly number[], courses: readonly Course[]): Scale {
  const [gold, , , median] = thresholds as readonly [number, number, number, number];
  const scores = courses.flatMap(({ improvements }) => improvements.flatMap(({ score }) => score));
  const sign = courses[0]!.run.report.is_lower_better ? -1 : 1;
  const ranked = [...scores, ...thresholds].filter(Number.isFinite).sort((one, other) => sign * (one - other));
  const span = Math.abs(gold - median) || Math.abs(ranked.at(-1)! - ranked[0]!) || Math.abs(ranked[0]!) || 1;
  const limit = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);
  const centre = Number.isFinite(median) ? sign * median : sign * ranked[0]!;
  const low = limit(sign * ranked[0]!, centre - span, centre);
  const high = limit(sign * ranked.at(-1)!, centre + span, centre + 3 * span);
  const margin = 0.05 * (high - low);
  const [worst, best] = [sign * (low - margin), sign * (high + margin)];
  const ticks = linearScale(Math.min(worst, best), Math.max(worst, best)).ticks;
  return linearScale(worst, best, ticks.length > 4 ? ticks.filter((_, index) => index % 2 === 0) : ticks);
}

const initials: readonly string[] = ["G", "S", "B", "M"];
/** Between labels, in percent of the chart. */
const labelHeight = 11;

function thresholdLines(thresholds: readonly number[], scale: Scale): Html {
  let room = 0;
  const lines = thresholds.map((threshold, index) => {
    if (!Number.isFinite(threshold)) return null;
    const y = upwards(scale.at(threshold));
    const label = Math.max(y, room);
    room = label + labelHeight;
    return html`<line class="threshold t${initials[index]!}" x1="0" x2="100%" y1="${y}%" y2="${y}%"/><text x="100%" dx="4" y="${label.toFixed(2)}%" dy="4">${initials[index]!}</text>`;
  });
  return html`${lines}`;
}

/** Steps of a range. */
const resolution = 40;

function rangeOf(courses: readonly Course[], set: number, label: string, scale: Scale, endMs: number): Html {
  const at = (part: (sorted: readonly number[]) => number): Point[] =>
    Array.from({ length: resolution + 1 }, (_, step): Point => {
      const now = (endMs * step) / resolution;
      const places = courses.map(({ improvements }) => {
        const best = improvements.findLast(({ elapsedMs }) => elapsedMs <= now);
        return best === undefined ? 0 : scale.at(best.score);
      });
      return [(100 * step) / resolution, part(places.sort((one, other) => one - other))];
    });
  const title = `${label}: range and median of ${courses.length} runs`;
  const [low, middle, high] = [
    at((sorted) => sorted[0]!),
    at((sorted) => sorted[sorted.length >> 1]!),
    at((sorted) => sorted.at(-1)!),
  ];
  return html`${band(lookOf(set), high, low, title)}${steps(lookOf(set), middle, title)}`;
}
