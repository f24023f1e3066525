import { createHash } from "node:crypto";
import { Html, html } from "../../../lib/html.ts";
import { classStrips } from "./class-strips.ts";
import { competitionTables } from "./competition-tables.ts";
import { costCharts } from "./cost-charts.ts";
import { failureBars } from "./failure-bars.ts";
import { headline } from "./headline.ts";
import { intervalPlot } from "./interval-plot.ts";
import { markShapes } from "./marks.ts";
import { medalMatrix } from "./medal-matrix.ts";
import { percentileStrips } from "./percentile-strips.ts";
import { progressCharts } from "./progress-charts.ts";
import { type ReportedSet, withShortNames } from "./reported-set.ts";
import { style } from "./style.ts";
import { timeBars } from "./time-bars.ts";

/** The parts of the page, in the order in which people ask for them. */
const parts = [
  headline,
  intervalPlot,
  medalMatrix,
  percentileStrips,
  progressCharts,
  costCharts,
  failureBars,
  timeBars,
  classStrips,
  competitionTables,
];

/**
 * A report as one HTML page that needs nothing else: no script, no other file. The same results give the same bytes. Its size
 * has a bound, however many runs there are: what does not fit is summed up, and the page says so.
 */
export function reportPage(given: readonly ReportedSet[]): string {
  const sets = withShortNames(given);
  const labels = sets.map(({ report }) => report.label);
  const title = `Results of ${labels.join(", ")}`;
  const shown = parts.flatMap((part) => part(sets) ?? []);
  const body = html`<header>
<h1>${labels.length > 3 ? `Results of ${labels.length} agents` : title}</h1>
<nav aria-label="Sections"><ul>${shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main>
${markShapes}${shown.map(({ content }) => content)}</main>
<footer><p>Made by mlebench from the records of the runs. docs/results.md explains every figure; mlebench report --json prints them all.</p></footer>`;
  return `${page(title, body)}\n`;
}

function page(title: string, body: Html): Html {
  // Only this very style may be applied: text that looks like one stays text.
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>`;
}
