import { join } from "node:path";
import { medalOf, shownScore } from "../../grade/report.ts";
import { groupBy } from "../../lib/group-by.ts";
import { visibleText } from "../../lib/visible-text.ts";
import { runFiles } from "../../runs/record/run-folder.ts";
import { readRunEnd } from "../../runs/state/run-progress.ts";
import { failureOf } from "../failure-kind.ts";
import type { GradedRun, MissingRun, ResultSet } from "../result-set.ts";
import type { Exporter } from "./export-format.ts";

/**
 * A JUnit file: a suite per result set and source, a test case per run. A run without a valid submission has failed, one without a
 * result was skipped.
 */
export const exportJunit: Exporter = (sets) => ({
  isFolder: false,
  files: [{ name: "junit.xml", content: { kind: "text", pieces: () => documentOf(sets) } }],
  notes: [],
});

interface Suite {
  readonly label: string;
  readonly source: string;
  readonly runs: readonly GradedRun[];
  readonly missing: readonly MissingRun[];
}

function* documentOf(sets: readonly ResultSet[]): Generator<string> {
  const suites = sets.flatMap(suitesOf);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mlebench"${totals(suites)}>\n`;
  for (const suite of suites) {
    const { label, source } = suite;
    yield `  <testsuite${attributes({ name: `${label} (${source})` })}${totals([suite])}>\n`;
    for (const run of suite.runs) yield gradedCase(label, run);
    for (const run of suite.missing) yield missingCase(label, run);
    yield "  </testsuite>\n";
  }
  yield "</testsuites>\n";
}

function suitesOf({ label, sources, runs, missing }: ResultSet): Suite[] {
  const [graded, others] = [groupBy(runs, ({ source }) => source), groupBy(missing, ({ source }) => source)];
  return sources.map((source) => ({
    label,
    source,
    runs: graded.get(source) ?? [],
    missing: others.get(source) ?? [],
  }));
}

function totals(suites: readonly Suite[]): string {
  const [runs, missing] = [suites.flatMap((suite) => suite.runs), suites.flatMap((suite) => suite.missing)];
  const failures = runs.filter(({ report }) => !report.valid_submission).length;
  return attributes({ tests: runs.length + missing.length, failures, errors: 0, skipped: missing.length });
}

function gradedCase(label: string, run: GradedRun): string {
  const { record } = run;
  const elapsedMs = record === null ? null : readRunEnd(join(record.folder, runFiles.events)).elapsedMs;
  const time = elapsedMs === null ? {} : { time: (elapsedMs / 1000).toFixed(3) };
  return testCase(label, run, time, outcomeOf(run));
}

function outcomeOf(run: GradedRun): string {
  const failure = failureOf(run);
  if (failure === null) return `<system-out>${escaped(describeScore(run))}</system-out>`;
  const { kind, reason } = failure;
  return `<failure${attributes({ type: kind, message: reason ?? kind })}>${escaped(reason ?? kind)}</failure>`;
}

function describeScore({ report }: GradedRun): string {
  const medal = medalOf(report);
  return `score ${shownScore(report)}, ${medal === null ? "no medal" : `${medal} medal`}`;
}

function missingCase(label: string, run: MissingRun): string {
  const { why, reason } = run;
  return testCase(
    label,
    run,
    {},
    `<skipped${attributes({ message: reason === undefined ? why : `${why}: ${reason}` })}/>`,
  );
}

function testCase(
  label: string,
  { competitionId, seed }: GradedRun | MissingRun,
  more: Readonly<Record<string, string>>,
  content: string,
): string {
  const name = seed === "unknown" ? competitionId : `${competitionId} seed ${seed}`;
  return `    <testcase${attributes({ name, classname: label, ...more })}>${content}</testcase>\n`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** XML has no way to express control characters: they are shown as text, such as `\x1b`. */
function escaped(text: string): string {
  return visibleText(text)
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll(/[&<>"\n\t]/g, (character) => entities[character]!);
}
