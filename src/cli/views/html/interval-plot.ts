import { type Html, html } from "../../../lib/html.ts";
import type { SplitResult } from "../../../results/aggregate-split.ts";
import { formatSplit } from "../report-standing-view.ts";
import { formatInterval } from "../report-view.ts";
import { formatMean } from "../results-table.ts";
import { bar, legend, lookOf, mark } from "./marks.ts";
import { line, lines, type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { percentScale } from "./rulers.ts";

/** The share of medals in each split, with both of its uncertainties. */
export function intervalPlot(sets: readonly ReportedSet[]): Section | null {
  const names = [...new Set(sets.flatMap(({ report }) => report.splits.map(({ split }) => formatSplit(split))))];
  if (names.length === 0) return null;
  const members = names.flatMap((name) =>
    sets.flatMap(({ report }, index) => {
      const result = report.splits.find(({ split }) => formatSplit(split) === name);
      return result === undefined ? [] : [intervalLine(result, report.label, index, sets.length > 1)];
    }),
  );
  return section(
    "intervals",
    "Share of medals",
    "Percentage of a split's competitions with a medal. The mark is the mean over seeds, the thick bar one standard error to each side, the thin bar the 95 % interval over competitions. Overlapping bars do not mean that two agents are equal: mlebench compare pairs them by competition.",
    legend(sets.map(({ report }) => report.label)),
    lines(percentScale("%"), members),
  );
}

function intervalLine(result: SplitResult, label: string, index: number, isOneOfSeveral: boolean): Html {
  const { split, percent, interval } = result;
  const { mean, error } = percent.anyMedal;
  const [look, centre, shown] = [lookOf(index), mean ?? 0, formatMean(percent.anyMedal, 2)];
  const title = `${isOneOfSeveral ? `${label}, ` : ""}${formatSplit(split)}: ${shown}, 95 % interval ${formatInterval(interval)}`;
  return line({
    name: isOneOfSeveral ? html`${formatSplit(split)} <small>${label}</small>` : formatSplit(split),
    plot: html`${rulers}${interval && bar(`${look} thin`, interval.low, interval.high, 2, title)}${
      error === null ? null : bar(`${look} thick`, Math.max(0, centre - error), Math.min(100, centre + error), 8, title)
    }${mark(index, centre, 50, title)}`,
    description: title,
    value: shown,
  });
}

const rulers = html`<line class="grid" x1="0" x2="100%" y1="50%" y2="50%"/>`;
