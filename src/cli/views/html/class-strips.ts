import { type Html, html } from "../../../lib/html.ts";
import type { BreakDown, ClassResult } from "../../../results/break-down.ts";
import { breakDownTables } from "../report-failures-view.ts";
import { legend, mark } from "./marks.ts";
import { beside, blocks, line, lines, numbers, type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";
import { percentScale } from "./rulers.ts";

const properties = [
  ["category", "Category"],
  ["complexity", "Complexity"],
  ["size", "Size of the data"],
] as const;

/** How often runs got a medal in competitions of each kind. */
export function classStrips(sets: readonly ReportedSet[]): Section {
  const labels = sets.map(({ report }) => report.label);
  const figures = properties.map(([property, title]) => {
    const names = namesOf(sets, property);
    const members = names.map((name) =>
      classLine(
        name,
        sets.map(({ report }) => find(report.breakDown[property], name)),
        labels,
      ),
    );
    return html`<h3>${title}</h3>\n${lines(percentScale("%"), members)}`;
  });
  const tables = sets.map(({ report }) => {
    const heading = sets.length === 1 ? null : html`<h3>${report.label}</h3>\n`;
    return html`${heading}${blocks(breakDownTables(report.breakDown), "Kinds of competitions")}`;
  });
  return section(
    "kinds",
    "Kinds of competitions",
    "Percentage of graded runs with a medal. Small groups vary a lot: the number of runs is beside each name.",
    legend(labels),
    figures,
    numbers("Tables: medals, percentiles and failures of each kind", tables),
  );
}

function find(classes: readonly ClassResult[], name: string): ClassResult | null {
  return classes.find((each) => each.name === name) ?? null;
}

function namesOf(sets: readonly ReportedSet[], property: keyof BreakDown): string[] {
  return [...new Set(sets.flatMap(({ report }) => report.breakDown[property].map(({ name }) => name)))];
}

function classLine(name: string, results: readonly (ClassResult | null)[], labels: readonly string[]): Html {
  const shares = results.map((result) => (result === null ? null : (100 * result.medals) / result.runs));
  const texts = shares.map((share) => (share === null ? "-" : `${share.toFixed(1)} %`));
  const runs = results.map((result) => result?.runs ?? 0);
  const marks = shares.map((share, set) =>
    share === null
      ? null
      : mark(
          set,
          Number(share.toFixed(2)),
          Number(((100 * (set + 1)) / (shares.length + 1)).toFixed(2)),
          `${labels[set]}: ${texts[set]}`,
        ),
  );
  return line({
    name: html`${name} <small>${new Set(runs).size === 1 ? runs[0]! : runs.join(" | ")} runs</small>`,
    plot: html`<line class="grid" x1="0" x2="100%" y1="50%" y2="50%"/>${marks}`,
    description: labels.map((label, set) => `${label}: ${texts[set]} of ${runs[set]} runs`).join(", "),
    value: beside(texts),
    sets: labels.length,
  });
}
