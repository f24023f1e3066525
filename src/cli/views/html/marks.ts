import { type Html, html } from "../../../lib/html.ts";

/** Shapes of marks, so that no figure depends on colours alone. */
const shapes: readonly Html[] = [
  html`<circle r="4.5"/>`,
  html`<path d="M-4 -4h8v8h-8z"/>`,
  html`<path d="M0 -5l5 9h-10z"/>`,
  html`<path d="M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>`,
  html`<path d="M0 5l5 -9h-10z"/>`,
  html`<path d="M-1.7 -5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z"/>`,
];

/** The class that gives a result set's marks their colour. */
export const lookOf = (set: number): string => `set${set % shapes.length}`;

/** Sets that share a colour have different shapes. */
const shapeOf = (set: number): number => (set + Math.floor(set / shapes.length)) % shapes.length;

/** Has to be on the page once: `mark` refers to it. */
export const markShapes: Html = html`<svg class="shapes" aria-hidden="true" width="0" height="0"><defs>${shapes.map(
  (shape, index) => html`<g id="mark${index}">${shape}</g>`,
)}</defs></svg>\n`;

/** A mark of a result set. Positions are percentages. */
export function mark(set: number, x: number, y: number, title: string): Html {
  return html`<use href="#mark${shapeOf(set)}" class="${lookOf(set)}" x="${x}%" y="${y}%"><title>${title}</title></use>`;
}

/** A bar between two positions. `y` is the middle of its thickness, which is in pixels. */
export function bar(look: string, from: number, to: number, thickness: number, title: string, y = 50): Html {
  const width = Math.max(0, to - from).toFixed(2);
  return html`<rect class="${look}" x="${from.toFixed(2)}%" y="${y}%" width="${width}%" height="${thickness}" transform="translate(0 ${-thickness / 2})"><title>${title}</title></rect>`;
}

/** Which mark belongs to which result set; nothing for a single one. */
export function legend(labels: readonly string[]): Html | null {
  if (labels.length < 2) return null;
  const entries = labels.map(
    (label, index) =>
      html`<li><svg class="key" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true"><use href="#mark${shapeOf(index)}" class="${lookOf(index)}"/></svg> ${label}</li>`,
  );
  return html`<ul class="legend">${entries}</ul>\n`;
}
