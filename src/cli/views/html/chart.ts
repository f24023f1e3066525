import { type Html, html } from "../../../lib/html.ts";
import type { Scale } from "./scale.ts";

export interface Axis {
  readonly label: string;
  readonly scale: Scale;
  readonly format: (value: number) => string;
}

export interface Chart {
  readonly title: string;
  /** The chart in words, for those who cannot see it. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly content: Html;
  readonly size?: "small";
}

/**
 * A chart that fills the width it gets. Positions are percentages, so that text and marks keep their size whatever the width is;
 * labels are in the margins that the style leaves around it.
 */
export function chart({ title, description, x, y, content, size }: Chart): Html {
  const rows = y.scale.ticks.map((value) => {
    const at = upwards(y.scale.at(value));
    return html`<line class="grid" x1="0" x2="100%" y1="${at}%" y2="${at}%"/><text x="-6" y="${at}%" dy="4" text-anchor="end">${y.format(value)}</text>`;
  });
  const columns = x.scale.ticks.map((value) => {
    const at = x.scale.at(value);
    return html`<line class="tick" x1="${at}%" x2="${at}%" y1="100%" y2="100%" transform="translate(0 4)"/><text x="${at}%" y="100%" dy="17" text-anchor="${at > 96 ? "end" : "middle"}">${x.format(value)}</text>`;
  });
  const label = x.label === "" ? null : html`<text x="50%" y="100%" dy="34" text-anchor="middle">${x.label}</text>`;
  return html`<figure class="chart${size === undefined ? "" : ` ${size}`}"><figcaption>${title}${y.label === "" ? null : html` <small>${y.label}</small>`}</figcaption><div class="frame"><svg role="img" aria-label="${description}">${rows}${columns}<line class="axis" x1="0" x2="100%" y1="100%" y2="100%"/>${content}${label}</svg></div></figure>\n`;
}

/** Up is better: positions in a picture count from the top. */
export function upwards(position: number): number {
  return Number((100 - position).toFixed(2));
}

/** A point of a chart in percent of its room, from its lower left corner. */
export type Point = readonly [x: number, y: number];

/** Values that hold until the next one. */
export function steps(look: string, points: readonly Point[], title: string): Html | null {
  return points.length === 0
    ? null
    : stretched(html`<path class="curve ${look}" d="${stepPath(points)}"><title>${title}</title></path>`);
}

/** The area between two curves of the same steps. */
export function band(look: string, upper: readonly Point[], lower: readonly Point[], title: string): Html | null {
  if (upper.length === 0) return null;
  const back = lower.slice(0, -1).map(([x, y]) => `V${upwards(y)}H${x}`);
  const [lastX, lastY] = lower.at(-1)!;
  const path = `${stepPath(upper)}L${lastX} ${upwards(lastY)}${back.toReversed().join("")}Z`;
  return stretched(html`<path class="band ${look}" d="${path}"><title>${title}</title></path>`);
}

function stepPath(points: readonly Point[]): string {
  const [[x, y], ...others] = points as readonly [Point, ...Point[]];
  let last = y;
  const rest = others.map(([nextX, nextY]) => {
    const rise = nextY === last ? "" : `V${upwards(nextY)}`;
    last = nextY;
    return `H${nextX}${rise}`;
  });
  return `M${x} ${upwards(y)}${rest.join("")}`;
}

/** Lines keep their thickness when the picture is stretched. */
function stretched(content: Html): Html {
  return html`<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">${content}</svg>`;
}
