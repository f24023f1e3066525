import { describeCounts, firstWords, formatCost, resultOf } from "../../agents/search/tree/describe.ts";
import { outlineOf } from "../../agents/search/tree/outline.ts";
import type { SearchRecord } from "../../agents/search/tree/search-record.ts";
import { addCosts } from "../../agents/search/tree/spending.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { dim, green, styled, type Text } from "../styled-text.ts";
import { cutToWidth } from "./cut-to-width.ts";
import { plural } from "./describe-limits.ts";
import { describeBest, treeLines } from "./search-view.ts";

const indent = "    ";

/** A search in at most so many lines below its run: the best so far, what was used of the budget, then its tree. */
export function searchLines(record: SearchRecord, { rows, width }: { rows: number; width: number }): Text[] {
  const inner = width - indent.length;
  if (inner < 1) return [];
  const facts = standingLines(record).map((line) => cutToWidth(line, inner));
  const [first, ...others] = facts;
  const head = [styled`${indent}${green(first!)}`, ...others.map((line) => styled`${indent}${dim(line)}`)];
  const room = rows - head.length;
  if (room < 2 || record.view.experiments.length === 0) return head.slice(0, Math.max(0, rows));
  const all = outlineOf(record.view, room);
  // One line is for the number of those that have none.
  const { rows: shown, hidden } = all.hidden === 0 ? all : outlineOf(record.view, room - 1);
  const tree = treeLines(record, shown, inner).map((line) => styled`${indent}${line}`);
  return [...head, ...tree, ...(hidden === 0 ? [] : [dim(cutToWidth(`${indent}  and ${hidden} more`, width))])];
}

/** Where a search stands, in two lines. */
export function standingLines(record: SearchRecord): readonly [string, string] {
  const step = record.last("step");
  const place = step === undefined ? "" : `; step ${step.number}, stage ${step.stage}`;
  return [`best ${describeBest(record)}; ${describeCounts(record)}${place}`, budgetLine(record)];
}

/** What each part of the search has used, and what was left when the step began. */
function budgetLine(record: SearchRecord): string {
  const names = [...new Set(record.spending.entries.map(({ part }) => part))];
  const parts = [
    ...names.map((name) => {
      const entries = record.spending.entries.filter(({ part }) => part === name);
      const calls = entries.reduce((sum, each) => sum + each.calls, 0);
      const cost = entries.reduce<number | null>((sum, each) => addCosts(sum, each.cost), 0);
      return `${name} ${cost === null ? "" : `${formatCost(cost)} in `}${calls} call${plural(calls)}`;
    }),
    `programs ${formatSeconds(record.programSeconds)}`,
  ];
  const budget = record.last("step")?.budget;
  if (budget === undefined) return parts.join(", ");
  const cost = budget.costLeft === null ? "" : `, ${formatCost(budget.costLeft)}`;
  return `${parts.join(", ")}; left ${formatSeconds(budget.secondsLeft)}, ${budget.stepsLeft} steps${cost}`;
}

/** An experiment that has ended, and whether it is the best so far. */
export function describeExperiment(id: string, record: SearchRecord | undefined): string {
  const experiment = record?.view.experiments.find((each) => each.id === id);
  if (record === undefined || experiment === undefined) return `${id} has ended`;
  return `${id}: ${firstWords(resultOf(experiment), 200)}${record.view.best?.id === id ? ", the best so far" : ""}`;
}
