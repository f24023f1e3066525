import { html } from "../../../lib/html.ts";
import { distanceTable } from "../report-standing-view.ts";
import { timeTable } from "../report-time-view.ts";
import { blocks, numbers, type Section, section } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";

/** Every competition in numbers. */
export function competitionTables(sets: readonly ReportedSet[]): Section {
  const tables = sets.map(({ report }) => {
    const content = blocks(
      [...distanceTable(report.byCompetition), ...timeTable(report.byCompetition)],
      "Competitions",
    );
    return numbers(sets.length === 1 ? "Scores, percentiles and distances to medals" : report.label, html`${content}`);
  });
  return section("competitions", "All competitions in numbers", "", tables);
}
