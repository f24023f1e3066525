import { formatSeconds } from "../../../../lib/format-seconds.ts";
import { Html, html } from "../../../../lib/html.ts";
import type { Experiment, SearchView } from "../../parts.ts";
import { describeCounts, describeProgress, formatCost, resultOf } from "../describe.ts";
import { type OutlineRow, outlineOf } from "../outline.ts";
import type { SearchRecord } from "../search-record.ts";
import { experimentArticle, experimentSources } from "./experiment-article.ts";
import { overview } from "./overview.ts";
import { style } from "./style.ts";
import { branchesWidth, link, treeRow } from "./tree-row.ts";

/** More experiments have no row. */
const mostRows = 1000;

/** The programs, changes and outputs of all experiments together; the best and the newest go in first. */
const mostSourceCharacters = 4_000_000;

/**
 * A search as one HTML page that needs nothing else: no script, no other file. Selecting an experiment is following a link
 * to it, so the style alone shows its details. Everything that models and programs wrote is shown as text.
 */
export function treePage(title: string, record: SearchRecord): string {
  const { view } = record;
  const { rows, hidden } = outlineOf(view, mostRows);
  const sources = chooseSources(record, new Set(rows.map(({ experiment }) => experiment.id)));
  const best = view.best?.id ?? null;
  const items = rows.map((row) =>
    treeItem(view, row, { isBest: row.experiment.id === best, sources: sources.get(row.experiment.id) ?? null }),
  );
  const more = hidden === 0 ? null : html`<p class="more">${hidden} more experiments have no room here.</p>`;
  const body = html`<header><h1>${title}</h1>${facts(record)}</header>
<main>
<nav aria-label="Experiments" tabindex="0"><ol style="--branches: ${branchesWidth(rows)}px">
${items}</ol>${more}</nav>
${overview(record)}
</main>`;
  return `${page(title, body)}\n`;
}

interface ItemSetting {
  readonly isBest: boolean;
  readonly sources: Html | null;
}

/** The page is made after every step, and most experiments look as they did after the last one. */
const made = new WeakMap<Experiment, { readonly key: string; readonly item: Html }>();

function treeItem(view: SearchView, { experiment, follows }: OutlineRow, { isBest, sources }: ItemSetting): Html {
  const key = JSON.stringify([isBest, sources !== null, follows]);
  const known = made.get(experiment);
  if (known?.key === key) return known.item;
  const article = experimentArticle(view, experiment, sources);
  const row = treeRow(view, experiment, { follows, isBest });
  const item = html`<li><span class="place" id="${experiment.id}"></span>${row}${article}</li>\n`;
  made.set(experiment, { key, item });
  return item;
}

function page(title: string, body: Html): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}: search tree</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>`);
}

function facts(record: SearchRecord): Html {
  const { best } = record.view;
  const doubt = best?.evaluation?.suspicious == null ? null : html` <span class="badge doubt">suspicious</span>`;
  const shown = best === null ? "none yet" : html`${resultOf(best)}, ${link(best.id)}${doubt}`;
  const fields = [
    ["Best", shown],
    ["Experiments", describeCounts(record).replace(/^\d+ experiments?: /, "")],
    ["Programs", formatSeconds(record.programSeconds)],
    ["Model calls", formatCost(record.spending.cost)],
    ["Search", describeProgress(record)],
  ] as const;
  return html`<dl class="facts">${fields.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl><a class="home" href="#overview">Overview</a>`;
}

/** What fits, by experiment. */
function chooseSources({ view }: SearchRecord, shown: ReadonlySet<string>): ReadonlyMap<string, Html> {
  const chosen = new Map<string, Html>();
  let left = mostSourceCharacters;
  for (const experiment of [...view.ranked().slice(0, 20), ...view.experiments.toReversed()]) {
    if (!shown.has(experiment.id) || chosen.has(experiment.id)) continue;
    const sources = experimentSources(view, experiment);
    const size = String(sources).length;
    if (size > left) continue;
    left -= size;
    chosen.set(experiment.id, sources);
  }
  return chosen;
}
