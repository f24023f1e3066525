import { type Html, html } from "../../../lib/html.ts";
import type { SplitResult } from "../../../results/aggregate-split.ts";
import { formatSplit, meaningOfStanding, standingHeader, standingRows } from "../report-standing-view.ts";
import { formatInterval, meanings, originOf, remarksOf, splitHeader, splitRow } from "../report-view.ts";
import { formatMean } from "../results-table.ts";
import { conditionsTable } from "./conditions-table.ts";
import { cutText } from "./cut-text.ts";
import { paragraphs, type Section, section, table } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";

/** The one figure that people ask for, of every set, then all splits. */
export function headline(sets: readonly ReportedSet[]): Section {
  const rows = bySplit(sets, (splits) => splits.map(splitRow));
  const header = named(sets, splitHeader);
  const tables =
    rows.length === 0
      ? null
      : html`${table("Medals by split: mean ± standard error over seeds", header, rows)}${paragraphs(meanings.slice(0, 2))}`;
  return section(
    "summary",
    "Summary",
    "",
    cards(sets),
    tables,
    standing(sets),
    conditionsTable(sets),
    html`<div class="remarks">${sets.map(remarks)}</div>\n`,
  );
}

/** Rows of all sets, those of one split one below the other, with the name of their set unless there is only one. */
function bySplit(
  sets: readonly ReportedSet[],
  rowsOf: (splits: readonly SplitResult[]) => readonly string[][],
): string[][] {
  const rows = sets.flatMap(({ report: { label, splits } }) =>
    rowsOf(splits).map(([name, ...figures]) => (sets.length === 1 ? [name!, ...figures] : [name!, label, ...figures])),
  );
  const names = [...new Set(rows.map(([name]) => name))];
  return rows.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other));
}

function named(sets: readonly ReportedSet[], [first, ...others]: readonly string[]): string[] {
  return sets.length === 1 ? [first!, ...others] : [first!, "results", ...others];
}

function cards(sets: readonly ReportedSet[]): Html {
  return html`<ul class="cards">${sets.map(({ report }) => card(report.label, report.sources, widest(report.splits)))}</ul>\n`;
}

/** The split with the most competitions. */
function widest(splits: readonly SplitResult[]): SplitResult | null {
  return splits.reduce<SplitResult | null>(
    (most, each) =>
      most === null || each.split.competitionIds.length > most.split.competitionIds.length ? each : most,
    null,
  );
}

function card(label: string, sources: readonly string[], result: SplitResult | null): Html {
  const shown =
    result === null
      ? html`<p>There is no complete seed to report.</p>`
      : html`<p class="figure">${formatMean(result.percent.anyMedal, 1).replace(" ± -", "")} %</p><p>of competitions with a medal: ${formatSplit(result.split)}, ${result.seeds} ${result.seeds === 1 ? "seed" : "seeds"}<br>95 % interval ${formatInterval(result.interval)}</p>`;
  const origin = cutText(originOf(sources), 300);
  return html`<li><h3>${label}</h3>${shown}${origin === label ? null : html`<p class="origin">${origin}</p>`}</li>\n`;
}

function standing(sets: readonly ReportedSet[]): Html | null {
  const rows = bySplit(sets, standingRows);
  if (rows.length === 0) return null;
  return html`${table("Standing on the leaderboards: mean, median over competitions", named(sets, standingHeader), rows)}<p>${meaningOfStanding}</p>\n`;
}

function remarks({ report }: ReportedSet, _: number, sets: readonly ReportedSet[]): Html {
  const heading = sets.length === 1 ? null : html`<h3>${report.label}</h3>\n`;
  return html`<div>${heading}${paragraphs(remarksOf(report))}</div>`;
}
