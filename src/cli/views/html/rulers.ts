import { type Html, html } from "../../../lib/html.ts";

/** The scale from 0 to 100 above lines of a figure. */
export function percentScale(unit: string): Html {
  const ticks = [0, 25, 50, 75, 100].map((value) => {
    const anchor = value === 0 ? "start" : value === 100 ? "end" : "middle";
    return html`<text x="${value}%" y="12" text-anchor="${anchor}">${value}${unit === "" ? "" : ` ${unit}`}</text>`;
  });
  return html`${ticks}`;
}
