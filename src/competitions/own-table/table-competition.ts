import { pathToFileURL } from "node:url";
import type { CompetitionDefinition, Grade } from "../../contracts/competition.ts";
import type { OwnFacts } from "../../contracts/own-facts.ts";
import type { Frame } from "../../frame/frame.ts";
import { labelAt } from "../../frame/labels.ts";
import { cutTable, scoredColumn } from "./cut-table.ts";
import { type TableMetric, tableMetric } from "./table-metrics.ts";
import { numberedRows, type TableTask } from "./table-task.ts";

/** A competition made from a table: what `mlebench solve` writes into `competition.mjs`. */
export function tableCompetition(task: TableTask): CompetitionDefinition & { readonly facts: OwnFacts } {
  const metric = tableMetric(task.metric);
  const { target, data } = task;
  const id = task.rowId ?? numberedRows;
  const grade = metric.grade({ id, target }, task.classes);
  const { better, best } = metric;
  return {
    id: task.id,
    metric: metric.title,
    task: task.goal,
    submissionFormat: describeFormat(metric, id, task),
    raw: pathToFileURL(`${data}/`),
    // There is no leaderboard: only a perfect score earns a medal.
    facts: {
      name: task.name,
      category: "Tabular",
      better,
      thresholds: { gold: best, silver: best, bronze: best, median: best },
    },
    grade: task.test === null ? grade : scoreLabelled(grade, id),
    prepare: (context) => cutTable(context, task, task),
    rehearse: (context) => cutTable(context, task, { train: "train.csv", test: null, rowId: id, files: task.files }),
    checks: {
      disjoint: { train: "public/train.csv", test: "private/test.csv", id },
      hidden: { file: "public/test.csv", columns: [target] },
    },
  };
}

function describeFormat(metric: TableMetric, id: string, { target, classes }: TableTask): string {
  const each = "one row for each row of test.csv";
  switch (metric.predicts) {
    case "probabilities":
      return `Columns ${[id, ...classes.slice(0, 20)].join(", ")}${classes.length > 20 ? ", ..." : ""}: ${each}, with the probability of each value of ${target}; they sum to 1.`;
    case "probability":
      return `Columns ${id} and ${target}: ${each}, with the probability that ${target} is 1.`;
    case "value":
      return `Columns ${id} and ${target}: ${each}, with the predicted ${target}.`;
  }
}

/** All rows must be there, but only those whose labels are known count. A rehearsal has no others. */
function scoreLabelled(grade: Grade, id: string): Grade {
  return (submission, answers) => {
    const score = grade(submission, answers);
    if (!answers.has(scoredColumn)) return score;
    const scored = answers.column(scoredColumn);
    const known = answers.filter((row) => labelAt(scored, row) === 1);
    return grade(onlyRowsOf(submission, known, id), known);
  };
}

function onlyRowsOf(submission: Frame, known: Frame, id: string): Frame {
  const ids = known.column(id);
  const wanted = new Set(Array.from({ length: ids.length }, (_, row) => labelAt(ids, row)));
  const given = submission.column(id);
  return submission.filter((row) => wanted.has(labelAt(given, row)));
}
