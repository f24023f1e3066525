import { formatSeconds } from "../../../lib/format-seconds.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { TimeShare } from "../../../results/report-details.ts";
import { detailTables, uses } from "../report-time-view.ts";
import { bar } from "./marks.ts";
import { blocks, line, lines, numbers, type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { percentScale } from "./rulers.ts";

/** What agents' time went into. Null when that is not known. */
export function timeBars(sets: readonly ReportedSet[]): Section | null {
  const known = sets.filter(({ report }) => totalOf(report.details?.timeUse ?? []) > 0);
  if (known.length === 0) return null;
  const members = known.map(({ report }) => timeLine(report.label, report.details!.timeUse));
  const tables = known.map(({ report }) => {
    const heading = sets.length === 1 ? null : html`<h3>${report.label}</h3>\n`;
    return html`${heading}${blocks(detailTables(report.details!), "Time")}`;
  });
  return section(
    "time",
    "Where the time went",
    "Shares of the time that agents worked. What agents do not record, such as programs that run on their own, is other.",
    key(),
    lines(percentScale("%"), members),
    numbers("Tables: uses of time, rehearsals against final scores", tables),
  );
}

function totalOf(shares: readonly TimeShare[]): number {
  return shares.reduce((sum, { ms }) => sum + ms, 0);
}

function timeLine(label: string, shares: readonly TimeShare[]): Html {
  const total = totalOf(shares);
  const words = shares.map(({ use, ms }) => `${uses[use]} ${((100 * ms) / total).toFixed(0)} %`);
  let from = 0;
  const parts = shares.map(({ use, ms }, index) => {
    const start = from;
    from += (100 * ms) / total;
    return ms === 0 ? null : bar(`use ${use}`, start, from, 14, words[index]!);
  });
  return line({ name: label, plot: html`${parts}`, description: words.join(", "), value: formatSeconds(total / 1000) });
}

function key(): Html {
  const entries = (Object.keys(uses) as TimeShare["use"][]).map(
    (use) =>
      html`<li><svg class="key" width="14" height="14" aria-hidden="true"><rect class="use ${use}" width="14" height="14"/></svg> ${uses[use]}</li>`,
  );
  return html`<ul class="legend">${entries}</ul>\n`;
}
