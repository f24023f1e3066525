import { type Html, html } from "../../../../lib/html.ts";
import type { Experiment } from "../../parts.ts";
import { formatScore } from "../describe.ts";
import type { SearchRecord } from "../search-record.ts";

const size = { width: 640, height: 220, left: 80, right: 16, top: 14, bottom: 24 } as const;

interface Point {
  readonly experiment: Experiment;
  readonly x: number;
  readonly score: number;
}

/** Scores in the order of the experiments, and the best so far. Only scores that can be compared with the best are drawn. */
export function scoreChart({ view }: SearchRecord): Html | null {
  const { best, experiments, lowerIsBetter } = view;
  const key = best?.evaluation?.comparable;
  const all = experiments.flatMap((experiment, x): Point[] => {
    const { state, evaluation } = experiment;
    return state === "good" && evaluation?.score != null ? [{ experiment, x, score: evaluation.score }] : [];
  });
  const points = all.filter(({ experiment }) => experiment.evaluation?.comparable === key);
  if (points.length === 0) return null;
  const scores = points.map(({ score }) => score);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const x = (index: number): number => size.left + ((index + 0.5) / experiments.length) * plotWidth;
  const y = (score: number): number =>
    round(size.top + (high === low ? 0.5 : (high - score) / (high - low)) * plotHeight);
  const others = all.length - points.length;
  const left =
    others === 0
      ? ""
      : ` ${others} score${others === 1 ? " was" : "s were"} measured otherwise and cannot be compared.`;
  const caption = `Score of each experiment (${lowerIsBetter ? "lower" : "higher"} is better); the line is the best so far, × a failure.${left}`;
  return html`<figure><svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${caption}">
${axis(low, high, y)}${bestLine(points, lowerIsBetter, x, y, experiments.length)}${failedMarks(experiments, x)}${points.map((point) => mark(point, point.experiment.id === best?.id, x, y))}
</svg><figcaption>${caption}</figcaption></figure>`;
}

const plotWidth = size.width - size.left - size.right;
const plotHeight = size.height - size.top - size.bottom;

type Scale = (value: number) => number;

function axis(low: number, high: number, y: Scale): Html {
  const values = high === low ? [low] : [low, (low + high) / 2, high];
  const lines = values.map(
    (value) =>
      html`<path class="grid" d="M${size.left} ${y(value)}H${size.width - size.right}"/><text x="${size.left - 8}" y="${y(value) + 4}" text-anchor="end">${formatScore(Number(value.toPrecision(4)))}</text>`,
  );
  return html`${lines}`;
}

function bestLine(points: readonly Point[], lowerIsBetter: boolean, x: Scale, y: Scale, count: number): Html {
  let best = Number.NaN;
  const steps = points.flatMap(({ x: index, score }) => {
    const isBetter = Number.isNaN(best) || (lowerIsBetter ? score < best : score > best);
    if (!isBetter) return [];
    const start = Number.isNaN(best) ? `M${round(x(index))} ` : `H${round(x(index))}V`;
    best = score;
    return [`${start}${y(score)}`];
  });
  return html`<path class="best-line" d="${steps.join("")}H${round(x(count - 1))}"/>`;
}

function failedMarks(experiments: readonly Experiment[], x: Scale): Html {
  const base = size.height - size.bottom + 12;
  const path = experiments.flatMap(({ state }, index) => {
    const at = round(x(index));
    return state === "failed" ? [`M${at - 3} ${base - 3}l6 6m0 -6l-6 6`] : [];
  });
  return html`<path class="failed-marks" d="${path.join("")}"/>`;
}

function mark({ experiment, x: index, score }: Point, isBest: boolean, x: Scale, y: Scale): Html {
  const kind = experiment.evaluation?.suspicious == null ? (isBest ? "best" : "good") : "doubt";
  const { id } = experiment;
  return html`<a href="#${encodeURIComponent(id)}"><title>${id}: ${formatScore(score)}</title><circle class="${kind}" cx="${round(x(index))}" cy="${y(score)}" r="${isBest ? 6 : 4}"/></a>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
