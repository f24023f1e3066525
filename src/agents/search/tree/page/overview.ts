import { type Html, html } from "../../../../lib/html.ts";
import { plainText } from "../../../../lib/plain-text.ts";
import { describeGitHub, describePretrained, firstWords, formatCost, remarksOf, selectionNote } from "../describe.ts";
import type { SearchRecord } from "../search-record.ts";
import { scoreChart } from "./score-chart.ts";
import { link } from "./tree-row.ts";

/** More entries of a list are counted, not shown; a list with more than a few is closed at first. */
const mostListed = 200;
const mostOpen = 8;

/** What is shown while no experiment is selected: scores over the search, where money went, and what else was recorded. */
export function overview(record: SearchRecord): Html {
  return html`<section id="overview" tabindex="0" aria-label="Overview"><h2>Overview</h2>
${scoreChart(record)}${caution(record)}${spendingTable(record)}${failures(record)}${stages(record)}${combinations(record)}${ideas(record)}${cards(record)}${pretrained(record)}${repositories(record)}${notes(record)}</section>`;
}

function caution(record: SearchRecord): Html | null {
  const { best } = record.view;
  const note = selectionNote(record);
  return best === null || note === "" ? null : html`<p class="more">${link(best.id)}: ${note}</p>`;
}

function spendingTable({ spending }: SearchRecord): Html | null {
  if (spending.entries.length === 0) return null;
  const count = (tokens: number): string => tokens.toLocaleString("en-US");
  const rows = spending.entries.map(
    ({ part, model, calls, inputTokens, outputTokens, cost }) =>
      html`<tr><td>${part}</td><td>${model}</td><td class="number">${calls}</td><td class="number">${count(inputTokens)}</td><td class="number">${count(outputTokens)}</td><td class="number">${formatCost(cost)}</td></tr>`,
  );
  return html`<h3>Model calls by part</h3><div class="wide"><table><thead><tr><th scope="col">Part</th><th scope="col">Model</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Input tokens</th><th scope="col" class="number">Output tokens</th><th scope="col" class="number">Cost</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function failures({ view }: SearchRecord): Html | null {
  const failed = view.experiments.filter(({ state }) => state === "failed");
  return list(
    "What failed",
    failed.map(({ id, failure }) => html`${link(id)}: ${firstWords(plainText(failure ?? "no score"), 200)}`),
  );
}

function stages(record: SearchRecord): Html | null {
  const changes = record.all("stage");
  const names = changes.map(({ to }) => to);
  return changes.length < 2 ? null : html`<h3>Stages</h3><p>${names.join(" → ")}</p>`;
}

function combinations(record: SearchRecord): Html | null {
  return list(
    "Combinations of stored predictions",
    record
      .all("ensembled")
      .map(({ experiment, recipe, members, reason }) =>
        experiment === null ? html`${members.join(", ")}: ${reason}` : html`${link(experiment)}: ${recipe ?? reason}`,
      ),
  );
}

function ideas({ view }: SearchRecord): Html | null {
  const tried = new Set(view.experiments.map(({ idea }) => idea));
  return list(
    "Ideas that were not tried",
    view.ideas
      .filter(({ id }) => !tried.has(id))
      .map(({ text, isPruned }) => html`${firstWords(plainText(text), 300)}${isPruned ? " (pruned)" : ""}`),
  );
}

function cards(record: SearchRecord): Html | null {
  const used = record.last("knowledge")?.cards ?? [];
  return list(
    "Knowledge cards",
    used.map(({ name, why }) => html`${name}: ${firstWords(plainText(why), 200)}`),
  );
}

function pretrained(record: SearchRecord): Html | null {
  return list(
    "Pretrained models",
    describePretrained(record).map((text) => html`${firstWords(plainText(text), 300)}`),
  );
}

function repositories(record: SearchRecord): Html | null {
  const { chosen = [], excluded = [] } = record.last("repositories") ?? {};
  return list("Repositories", [
    ...describeGitHub(record).map((text) => html`${firstWords(plainText(text), 300)}`),
    ...chosen.map(({ name, why }) => html`${name}: ${firstWords(plainText(why), 200)}`),
    ...excluded.map(({ name, reason }) => html`${name}, not used: ${firstWords(plainText(reason), 200)}`),
  ]);
}

function notes(record: SearchRecord): Html | null {
  return list(
    "Notes",
    remarksOf(record).map((text) => html`${firstWords(plainText(text), 300)}`),
  );
}

function list(title: string, entries: readonly Html[]): Html | null {
  if (entries.length === 0) return null;
  const left = entries.length - mostListed;
  const more = left <= 0 ? null : html`<li class="more">and ${left} more</li>`;
  const shown = entries.slice(0, mostListed).map((entry) => html`<li>${entry}</li>`);
  const open = entries.length <= mostOpen ? html` open` : null;
  return html`<details${open}><summary>${title} (${entries.length})</summary><ul>${shown}${more}</ul></details>`;
}
