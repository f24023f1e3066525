import { formatSeconds } from "../../../../lib/format-seconds.ts";
import { type Html, type HtmlValue, html } from "../../../../lib/html.ts";
import { plainText } from "../../../../lib/plain-text.ts";
import { shortenMiddle } from "../../../react/output/shorten-middle.ts";
import type { Experiment, SearchView, Version } from "../../parts.ts";
import { basisWords, describeRun, describeVersion, formatCost, formatScore, ideaOf } from "../describe.ts";
import { baseOf, changesBetween, type Files, programOf } from "../program-text.ts";
import { link } from "./tree-row.ts";

/** Characters of each part of an experiment. */
const most = { text: 4000, output: 6000, change: 24_000, program: 40_000, runs: 4, versions: 30 } as const;

/** What is shown of an experiment when it is selected. `sources` are left out where the page has no room for them. */
export function experimentArticle(view: SearchView, experiment: Experiment, sources: Html | null): Html {
  const { id, state, failure, evaluation, versions } = experiment;
  const absent =
    versions.length === 0
      ? null
      : html`<p class="more">Its program is left out here: it is on the branch <code>${id}</code> of the run's repository.</p>`;
  return html`<article tabindex="0" aria-label="${id}"><h2>${id} ${badges(experiment)}</h2>
${factsOf(experiment)}
${paragraph("Idea", ideaOf(view, experiment))}${state === "failed" ? paragraph("Failure", failure ?? "") : null}${paragraph("Suspicious", evaluation?.suspicious ?? "")}${paragraph("Evaluation notes", evaluation?.notes ?? "")}${versionTable(versions)}${sources ?? absent}</article>`;
}

/** Experiments never change once they have ended, so what is long is made once. */
const made = new WeakMap<Experiment, Html>();

/** The change from what it builds on, the program, and what that printed. */
export function experimentSources(view: SearchView, experiment: Experiment): Html {
  const known = made.get(experiment);
  if (known !== undefined) return known;
  const program = programOf(experiment);
  const base = baseOf(view, experiment);
  const change = program === null || base === null ? null : changeOf(base.from, base.files, program);
  const sources = html`${change}${program === null ? null : programBlocks(program)}${outputs(experiment)}`;
  made.set(experiment, sources);
  return sources;
}

function badges({ operator, state, stage, evaluation }: Experiment): Html {
  const doubt = evaluation?.suspicious == null ? null : html` <span class="badge doubt">suspicious</span>`;
  const shown = state === "open" ? "under way" : state;
  return html`<span class="badge ${state}">${shown}</span> <span class="badge">${operator}</span> <span class="badge">stage ${stage}</span>${doubt}`;
}

function factsOf({ evaluation, parents, step, seconds, cost, versions }: Experiment): Html {
  const score = evaluation?.score == null ? "none" : `${formatScore(evaluation.score)} ${basisWords[evaluation.basis]}`;
  const origin = parents.map((parent, index) => html`${index === 0 ? "" : ", "}${link(parent)}`);
  const fields: [string, HtmlValue][] = [
    ["Score", score],
    ...(evaluation === null ? [] : [["Compared within", evaluation.comparable] as [string, HtmlValue]]),
    ["Builds on", parents.length === 0 ? "nothing" : origin],
    ["Step", step],
    ["Programs", formatSeconds(seconds)],
    ["Model calls", formatCost(cost)],
    ["Versions", versions.length],
  ];
  return html`<dl>${fields.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function paragraph(title: string, text: string): Html | null {
  const shown = plainText(text).trim();
  return shown === "" ? null : html`<h3>${title}</h3><p class="said">${shorten(shown, most.text)}</p>`;
}

function versionTable(versions: readonly Version[]): Html | null {
  if (versions.length === 0) return null;
  const rows = versions.slice(-most.versions).map((version) => {
    const summary = shorten(plainText(version.summary).trim(), 600);
    return html`<tr><td>${version.number}</td><td class="said">${summary}</td><td>${shorten(describeVersion(version), 600)}</td></tr>`;
  });
  const left = versions.length - rows.length;
  const note = left === 0 ? null : html`<p class="more">The first ${left} are left out.</p>`;
  return html`<h3>Versions</h3>${note}<div class="wide"><table><thead><tr><th scope="col">No.</th><th scope="col">What the coder says</th><th scope="col">How it ended</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function changeOf(from: string, before: Files, after: Files): Html {
  let left: number = most.change;
  const files = changesBetween(before, after).map(([path, lines]) => {
    const shown = lines.filter(({ text }) => {
      left -= text.length + 2;
      return left >= 0;
    });
    const marked = shown.map(({ kind, text }) => html`<span class="${kind}">${signs[kind]}${text}\n</span>`);
    const rest =
      shown.length === lines.length ? null : html`<span class="gap">${lines.length - shown.length} more lines\n</span>`;
    return html`<h4>${path}</h4><pre class="diff" tabindex="0">${marked}${rest}</pre>`;
  });
  const none = files.length === 0 ? html`<p class="more">The program is the same.</p>` : null;
  return html`<details open><summary>Change from ${from}</summary>${files}${none}</details>`;
}

const signs = { same: "  ", removed: "- ", added: "+ ", gap: "⋯" } as const;

function programBlocks(files: Files): Html {
  let left: number = most.program;
  const blocks = Object.entries(files).map(([path, text]) => {
    if (left <= 0) return html`<h4>${path}</h4>`;
    const shown = shorten(text.replaceAll("\r\n", "\n"), Math.max(200, left));
    left -= shown.length;
    return html`<h4>${path}</h4><pre tabindex="0">${shown}</pre>`;
  });
  return html`<details><summary>Program</summary>${blocks}</details>`;
}

function outputs({ versions }: Experiment): Html | null {
  const runs = versions.at(-1)?.runs.slice(-most.runs) ?? [];
  const blocks = runs.map((run) => {
    const text = shorten(plainText(run.excerpt).trim(), most.output);
    const shown = text === "" ? html`<p class="more">It printed nothing.</p>` : html`<pre tabindex="0">${text}</pre>`;
    return html`<h4>${describeRun(run)}</h4>${shown}`;
  });
  return blocks.length === 0
    ? null
    : html`<details open><summary>Output of the last version</summary>${blocks}</details>`;
}

function shorten(text: string, characters: number): string {
  return shortenMiddle(text, characters, (left) => `\n[... ${left} characters left out ...]\n`);
}
