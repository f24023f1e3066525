import {
  describeCounts,
  describeProgress,
  firstWords,
  formatCost,
  ideaOf,
  resultOf,
} from "../../agents/search/tree/describe.ts";
import { type OutlineRow, outlineOf } from "../../agents/search/tree/outline.ts";
import type { SearchRecord } from "../../agents/search/tree/search-record.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { visibleText } from "../../lib/visible-text.ts";
import { formatFields, formatTable } from "../output.ts";
import { bold, dim, green, joinLines, red, type StyledText, styled, type Text, yellow } from "../styled-text.ts";
import { cutToWidth, widthOf } from "./cut-to-width.ts";

/** More levels are not drawn: a line would have no room for anything else. */
const mostLevels = 12;

/** Longer reasons and ideas are in the page and in `--json`. */
const mostResult = 36;
const mostIdea = 300;

/** A search on a terminal: where it stands, its tree, and what its models cost. */
export function formatSearch(run: string, record: SearchRecord, columns: number | undefined): StyledText {
  const { hidden, rows } = outlineOf(record.view);
  const width = columns === undefined ? Number.POSITIVE_INFINITY : columns - 1;
  const more = hidden === 0 ? [] : [dim(`and ${hidden} more`)];
  const tree = rows.length === 0 ? [] : ["", ...treeLines(record, rows, width), ...more];
  const calls = record.spending.entries.length === 0 ? [] : ["", spendingTable(record)];
  return joinLines([formatFields(run, fieldsOf(record)), ...tree, ...calls]);
}

function fieldsOf(record: SearchRecord): [string, Text][] {
  const step = record.last("step");
  const left =
    step === undefined || record.last("finished") !== undefined ? [] : [["budget", budgetLeft(step)] as const];
  return [
    ["search", describeProgress(record)],
    ["experiments", describeCounts(record)],
    ["best", describeBest(record)],
    ["programs", formatSeconds(record.programSeconds)],
    ["model calls", formatCost(record.spending.cost)],
    ...left.map(([name, text]): [string, Text] => [name, text]),
  ];
}

/** `0.8125 by rehearsal, experiment_3`. */
export function describeBest({ view, submitted }: SearchRecord): string {
  const { best } = view;
  if (best !== null) return `${resultOf(best)}, ${best.id}${best.evaluation?.suspicious == null ? "" : ", suspicious"}`;
  return submitted === null ? "none yet" : `${submitted.id}, without a score`;
}

function budgetLeft({
  budget,
}: {
  readonly budget: { secondsLeft: number; costLeft: number | null; stepsLeft: number };
}) {
  const cost = budget.costLeft === null ? "" : `, ${formatCost(budget.costLeft)}`;
  return `${formatSeconds(budget.secondsLeft)}${cost}, ${budget.stepsLeft} steps left when the step began`;
}

/** A line for each row, cut to a width. */
export function treeLines(record: SearchRecord, rows: readonly OutlineRow[], width: number): StyledText[] {
  const names = rows.map(({ experiment, follows }) => `${guides(follows)}${visibleText(experiment.id)}`);
  const nameWidth = Math.max(...names.map(widthOf));
  const results = rows.map(({ experiment }) => firstWords(visibleText(resultOf(experiment)), mostResult));
  const resultWidth = Math.max(...results.map(widthOf));
  const best = record.view.best?.id;
  return rows.map(({ experiment }, index) => {
    const { id, state, operator, seconds, cost, evaluation } = experiment;
    const name = padded(names[index]!, nameWidth);
    const result = padded(results[index]!, resultWidth);
    const mark = id === best ? "*" : state === "failed" ? "x" : state === "open" ? "~" : " ";
    const doubt = evaluation?.suspicious == null ? "" : "suspicious: ";
    const idea = firstWords(visibleText(ideaOf(record.view, experiment)), mostIdea);
    const facts = `${operator.padEnd(8)}  ${formatSeconds(seconds).padStart(9)}  ${formatCost(cost).padStart(8)}`;
    const [left, middle, right] = cutParts([`${mark} ${name}  `, result, `  ${facts}  ${doubt}${idea}`], width);
    const paint =
      id === best ? green : state === "failed" ? red : state === "open" ? yellow : (text: Text) => styled`${text}`;
    return styled`${id === best ? bold(left!) : left!}${paint(middle!)}${dim(right!.trimEnd())}`;
  });
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Parts that fit into a width together; the last of those that have room ends with `…`. */
function cutParts(parts: readonly string[], width: number): string[] {
  let room = width;
  return parts.map((part) => {
    const shown = room <= 0 ? "" : cutToWidth(part, room);
    room = shown === part ? room - widthOf(part) : 0;
    return shown;
  });
}

/** The branches that lead to a row. */
function guides(follows: readonly boolean[]): string {
  const shown = follows.slice(-mostLevels);
  const cut = shown.length < follows.length ? "… " : "";
  return cut + shown.map((isFollowed, level) => branch(isFollowed, level === shown.length - 1)).join("");
}

function branch(isFollowed: boolean, isOwn: boolean): string {
  if (isOwn) return isFollowed ? "├─ " : "└─ ";
  return isFollowed ? "│  " : "   ";
}

function spendingTable({ spending }: SearchRecord): StyledText {
  return formatTable(
    ["part", "model", "calls", "input tokens", "output tokens", "cost"],
    spending.entries.map(({ part, model, calls, inputTokens, outputTokens, cost }) => [
      part,
      model,
      calls,
      inputTokens,
      outputTokens,
      formatCost(cost),
    ]),
  );
}
