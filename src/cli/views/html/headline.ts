import { type Html, type HtmlValue, html } from "../../../lib/html.ts";
import type { SplitResult } from "../../../results/aggregate-split.ts";
import { formatSplit, standingTable } from "../report-standing-view.ts";
import { formatInterval, meanings, originOf, remarksOf, splitHeader, splitRow } from "../report-view.ts";
import { formatMean } from "../results-table.ts";
import { paragraphs, section, table } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";

/** The one figure that people ask for, of every set, then all splits. */
export function headline(sets: readonly ReportedSet[]): Html {
  const rows = sets.flatMap(({ report: { label, splits } }) =>
    splits.map((split): HtmlValue[] => {
      const [name, ...figures] = splitRow(split);
      return sets.length === 1 ? [name!, ...figures] : [name!, label, ...figures];
    }),
  );
  const [first, ...others] = splitHeader;
  const header = sets.length === 1 ? splitHeader : [first!, "results", ...others];
  const tables =
    rows.length === 0
      ? null
      : html`${table("Medals by split: mean ± standard error over seeds", header, inSplitOrder(rows))}${paragraphs(meanings.slice(0, 2))}`;
  return section("summary", "Summary", "", cards(sets), tables, sets.map(standing), sets.map(remarks));
}

/** The sets of one split one below the other. */
function inSplitOrder(rows: readonly HtmlValue[][]): HtmlValue[][] {
  const names = [...new Set(rows.map(([name]) => name))];
  return rows.toSorted(([one], [other]) => names.indexOf(one!) - names.indexOf(other!));
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
  return html`<li><h3>${label}</h3>${shown}<p class="origin">${originOf(sources)}</p></li>\n`;
}

function standing({ report }: ReportedSet, _: number, sets: readonly ReportedSet[]): Html | null {
  if (report.splits.length === 0) return null;
  const { title, ...block } = standingTable(report.splits) as { title: string; header: string[]; rows: string[][] };
  const whose = sets.length === 1 ? "" : `${report.label}: `;
  return table(`${whose}${title}`, block.header, block.rows);
}

function remarks({ report }: ReportedSet, _: number, sets: readonly ReportedSet[]): Html {
  const heading = sets.length === 1 ? null : html`<h3>${report.label}</h3>\n`;
  return html`${heading}${paragraphs(remarksOf(report))}`;
}
