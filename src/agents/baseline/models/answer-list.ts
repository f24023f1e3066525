import { asText } from "../../../frame/as-text.ts";
import type { Frame } from "../../../frame/frame.ts";
import type { ListGoal } from "../reading/goal.ts";
import { isBetter, type Losses } from "./judge.ts";

/** What to submit for a list: the same labels in every row. */
export interface ListAnswer {
  readonly goal: ListGoal;
  readonly labels: readonly string[];
}

/** The commonest labels of the training rows, as many as the sample lists; null if the sample's are as good. */
export function answerList(goal: ListGoal, sample: Frame): { answer: ListAnswer | null; line: string } {
  const { column, lists, length } = goal;
  const counts = new Map<string, number>();
  for (const list of lists) for (const label of list) counts.set(label, (counts.get(label) ?? 0) + 1);
  const order = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1));
  const common = order.slice(0, length);
  const wanted = asText(sample.column(column)).filter((cell) => cell !== "nan");
  const known = lists.filter((list) => list.length > 0);
  const lossesOf = (listed: (row: number) => readonly string[]): Losses => [
    Float64Array.from(known, (list, row) => -precision(listed(row), list)),
    Float64Array.from(known, (list, row) => -overlap(listed(row), list)),
  ];
  const theirs = lossesOf((row) => wanted[row % wanted.length]!.split(" "));
  const ours = lossesOf(() => common);
  const name = `${column} (list): the commonest labels are`;
  return isBetter(ours, theirs)
    ? { answer: { goal, labels: common }, line: `${name} better than the sample's` }
    : { answer: null, line: `${name} no better than the sample's, which stay` };
}

/** Average precision: right labels count more the earlier they are listed. */
function precision(listed: readonly string[], right: readonly string[]): number {
  let [hits, sum] = [0, 0];
  for (const [index, label] of listed.entries()) {
    if (!right.includes(label)) continue;
    hits += 1;
    sum += hits / (index + 1);
  }
  return sum / Math.min(listed.length, right.length);
}

/** F1: the labels that both have, as a share of all that are listed. */
function overlap(listed: readonly string[], right: readonly string[]): number {
  return (2 * listed.filter((label) => right.includes(label)).length) / (listed.length + right.length);
}
