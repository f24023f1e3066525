import { formatTable } from "../output.ts";
import type { Solution, SolvedRun } from "../run/solution.ts";
import { joinLines, type StyledText, type Text } from "../styled-text.ts";
import { shownPath } from "./shown-path.ts";

/** The scores on the hold-out, and where everything is. */
export function describeSolution({ own, group, sampleScore, runs }: Solution): StyledText {
  const { task, metric } = own;
  const share = `${Math.round(1000 * task.holdout) / 10} % of ${own.labelledRows} labelled rows`;
  const rows = [...runs.map(({ run }) => [run.id, scoreOf(run)]), ["sample submission", sampleScore ?? "-"]];
  return joinLines([
    `${metric.title} of \`${task.target}\` on the hold-out (${share}), ${metric.better} is better`,
    "",
    formatTable(["run", metric.name], rows),
    "",
    ...runs.flatMap(describePlaces),
    `competition  ${shownPath(own.folder)}`,
    "",
    `\`mlebench runs show ${shownPath(group.folder)}\` shows more.`,
  ]);
}

function scoreOf({ score, valid, end, state }: SolvedRun["run"]): string | number {
  return score ?? (valid === false ? "no valid submission" : (end ?? state));
}

function describePlaces({ submission, program, report, predictions }: SolvedRun): Text[] {
  const places = { program, submission, report, predictions };
  return Object.entries(places).flatMap(([name, path]) =>
    path === null ? [] : [`${name.padEnd("competition  ".length)}${shownPath(path)}`],
  );
}
