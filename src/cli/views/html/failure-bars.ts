import { type Html, html } from "../../../lib/html.ts";
import type { FailureCount } from "../../../results/count-failures.ts";
import { failureTables } from "../report-failures-view.ts";
import { bar, lookOf } from "./marks.ts";
import { blocks, line, lines, type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { percentScale } from "./rulers.ts";

/** Kinds that get a bar; all are in the table. */
const mostKinds = 12;

/** Why runs have no valid submission. */
export function failureBars(sets: readonly ReportedSet[]): Section {
  const most = sets.flatMap(({ report }) => report.failures.map(({ count }) => (100 * count) / report.runs));
  const top = [8, 20, 40].find((limit) => most.every((share) => share <= limit)) ?? 100;
  const parts = sets.map(({ report }, index) => {
    const heading = sets.length === 1 ? null : html`<h3>${report.label}</h3>\n`;
    const failed = report.runs - report.valid;
    const said = html`<p>${failed === 0 ? `All ${report.runs} graded runs have a valid submission.` : `${failed} of ${report.runs} graded runs have no valid submission.`}</p>\n`;
    const bars = report.failures.slice(0, mostKinds).map((failure) => failureLine(failure, report.runs, index, top));
    const figure = bars.length === 0 ? null : lines(percentScale("%", top), bars);
    return html`${heading}${said}${figure}${blocks(failureTables(report, true), "Failures")}`;
  });
  return section(
    "failures",
    "Failures",
    "Shares of graded runs without a valid submission, by reason, taken from the records.",
    parts,
  );
}

function failureLine({ kind, cause, count }: FailureCount, runs: number, set: number, top: number): Html {
  const name = cause === null ? kind : `${kind}: ${cause}`;
  const share = (100 * count) / runs;
  const words = `${count} ${count === 1 ? "run" : "runs"}, ${share.toFixed(1)} %`;
  return line({
    name,
    plot: html`${track}${bar(lookOf(set), 0, (100 * share) / top, 10, words)}`,
    description: `${name}: ${words}`,
    value: `${count} (${share.toFixed(1)} %)`,
  });
}

const track = html`<line class="grid" x1="0" x2="100%" y1="50%" y2="50%"/>`;
