import { type Html, html } from "../../../lib/html.ts";

/** The scale from 0 to 100, or less, above lines of a figure. */
export function percentScale(unit: string, top = 100): Html {
  const ticks = [0, 25, 50, 75, 100].map((place) => {
    const anchor = place === 0 ? "start" : place === 100 ? "end" : "middle";
    const value = Number(((place * top) / 100).toFixed(2));
    return html`<text x="${place}%" y="12" text-anchor="${anchor}">${value}${unit === "" ? "" : ` ${unit}`}</text>`;
  });
  return html`${ticks}`;
}
