import { formatSeconds } from "../../../lib/format-seconds.ts";
import { plainText } from "../../../lib/plain-text.ts";
import { visibleText } from "../../../lib/visible-text.ts";
import type { Experiment, SearchView } from "../parts.ts";
import {
  basisWords,
  describeCounts,
  describeGitHub,
  describePretrained,
  describeProgress,
  describeVersion,
  firstWords,
  formatCost,
  formatScore,
  ideaOf,
  remarksOf,
  selectionNote,
} from "./describe.ts";
import type { SearchRecord } from "./search-record.ts";

/** More experiments are counted, not listed. */
const mostListed = 200;

/** A search in words, from its records alone: what was tried, what is best and why, what it cost, what failed. */
export function searchReport(title: string, record: SearchRecord): string {
  const sections = [
    `# ${inline(title)}: report of the search`,
    summary(record),
    best(record),
    modelSummary(record),
    tried(record),
    failed(record),
    cost(record),
    knowledge(record),
    pretrained(record),
    repositories(record),
    notes(record),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function summary(record: SearchRecord): string {
  const { view } = record;
  const { cost: spent } = record.spending;
  const calls = spent === null ? "the price of some model calls is unknown" : `model calls cost ${formatCost(spent)}`;
  const time = `Programs ran for ${formatSeconds(record.programSeconds)}; ${calls}.`;
  const goal = `${view.lowerIsBetter ? "Lower" : "Higher"} scores are better.`;
  return `${inline(describeProgress(record))} ${describeCounts(record)}. ${time} ${goal}`;
}

function best(record: SearchRecord): string {
  const { submitted, view } = record;
  if (submitted === null) return "## Best\n\nNo experiment has made a valid submission.";
  const { id, operator, stage, evaluation } = submitted;
  const place = "Its files are in `best_solution/`, its predictions are the run's submission.";
  if (evaluation?.score == null) {
    return `## Best\n\nNo experiment has a score. The submission is that of ${id}, which is valid. ${place}`;
  }
  const doubt =
    evaluation.suspicious === null ? "" : `\n\nThe score is hard to believe: ${inline(evaluation.suspicious)}`;
  const notes =
    evaluation.notes.trim() === "" ? "" : `\n\nHow it was judged: ${inline(firstWords(evaluation.notes, 1000))}`;
  const caution = selectionNote(record);
  const luck = caution === "" ? "" : `\n\n${caution}`;
  const idea = inline(firstWords(ideaOf(view, submitted), 1000));
  return `## Best

**${id}** scores **${formatScore(evaluation.score)}** ${basisWords[evaluation.basis]} (${operator}, stage ${inline(stage)}). ${place}

${idea}${notes}${doubt}${luck}`.trim();
}

/** Kept apart from what was measured. */
function modelSummary({ summary: text }: SearchRecord): string {
  return section("In a model's words", text.trim() === "" ? [] : [inline(firstWords(text, 4000))]);
}

function tried({ view }: SearchRecord): string {
  if (view.experiments.length === 0) return "";
  const rows = view.experiments.slice(0, mostListed).map((experiment) => triedRow(view, experiment));
  const left = view.experiments.length - rows.length;
  const more = left === 0 ? "" : `\n\nand ${left} more; \`tree.html\` in the logs folder has them.`;
  return `## What was tried

| experiment | operator | builds on | stage | score | programs | model calls | idea |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}${more}`;
}

/** The report is made after every step, and most experiments have not changed since the last one. */
const made = new WeakMap<Experiment, string>();

function triedRow(view: SearchView, experiment: Experiment): string {
  const known = made.get(experiment);
  if (known !== undefined) return known;
  const { id, operator, parents, stage, seconds, cost: spent } = experiment;
  const cells = [
    id,
    operator,
    parents.join(", "),
    stage,
    scoreCell(experiment),
    formatSeconds(seconds),
    formatCost(spent),
    firstWords(ideaOf(view, experiment), 160),
  ];
  const row = `| ${cells.map(inline).join(" | ")} |`;
  made.set(experiment, row);
  return row;
}

function scoreCell({ state, evaluation }: Experiment): string {
  if (state === "open") return "under way";
  if (state === "failed" || evaluation?.score == null) return "failed";
  return `${formatScore(evaluation.score)} ${basisWords[evaluation.basis]}${evaluation.suspicious === null ? "" : ", suspicious"}`;
}

function failed({ view }: SearchRecord): string {
  const all = view.experiments.filter(({ state }) => state === "failed");
  const lines = all.slice(0, mostListed).map(({ id, failure, versions }) => {
    const last = versions.at(-1);
    const end = last === undefined ? "" : ` Last version: ${inline(firstWords(describeVersion(last), 300))}.`;
    return `- ${id}: ${inline(firstWords(failure ?? "It has no score.", 300))}${end}`;
  });
  const left = all.length - lines.length;
  return section("What failed", [...lines, ...(left === 0 ? [] : [`- and ${left} more`])]);
}

function cost({ spending }: SearchRecord): string {
  const rows = spending.entries.map(({ part, model, calls, inputTokens, outputTokens, cost: spent }) => {
    const cells = [part, model, calls, inputTokens, outputTokens, formatCost(spent)];
    return `| ${cells.map((cell) => inline(String(cell))).join(" | ")} |`;
  });
  const header = [
    "| part | model | calls | input tokens | output tokens | cost |",
    "| --- | --- | ---: | ---: | ---: | ---: |",
  ];
  return rows.length === 0 ? "" : section("Cost by part and model", [...header, ...rows]);
}

function knowledge(record: SearchRecord): string {
  const cards = record.last("knowledge")?.cards ?? [];
  return section(
    "Knowledge cards",
    cards.map(({ name, why }) => `- ${inline(name)}: ${inline(firstWords(why, 300))}`),
  );
}

function pretrained(record: SearchRecord): string {
  return section(
    "Pretrained models",
    describePretrained(record).map((text) => `- ${inline(firstWords(text, 300))}`),
  );
}

function repositories(record: SearchRecord): string {
  const { chosen = [], excluded = [] } = record.last("repositories") ?? {};
  return section("Repositories", [
    ...describeGitHub(record).map((text) => `- ${inline(firstWords(text, 300))}`),
    ...chosen.map(({ name, why }) => `- ${inline(name)}: ${inline(firstWords(why, 300))}`),
    ...excluded.map(({ name, reason }) => `- ${inline(name)}, not used: ${inline(firstWords(reason, 300))}`),
  ]);
}

function notes(record: SearchRecord): string {
  const combined = record.all("ensembled").map(({ members, reason }) => `${members.join(", ")} combined: ${reason}`);
  const all = [...combined, ...remarksOf(record)];
  return section(
    "Notes",
    all.slice(0, mostListed).map((text) => `- ${inline(firstWords(text, 300))}`),
  );
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n\n${lines.join("\n")}`;
}

/** Text of models and programs on one line, without a meaning in Markdown or HTML. */
function inline(text: string): string {
  return visibleText(plainText(text))
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*[\]<>|#]/g, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}
