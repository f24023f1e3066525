import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { Html } from "../../../lib/html.ts";
import type { Conditions } from "../../../results/result-set.ts";
import { table } from "./parts.ts";
import type { ReportedSet } from "./reported-set.ts";

/** What agents had to work with, as far as the sources say. */
export function conditionsTable(sets: readonly ReportedSet[]): Html {
  const header = ["results", "competitions", "graded runs", "edition", "time limit", "memory", "network", "sandbox"];
  const rows = sets.map(({ set, report }) => {
    const each = (format: (conditions: Conditions) => string): string =>
      [...new Set(set.runs.map(({ conditions }) => format(conditions)))].slice(0, 3).join(", ") || "-";
    return [
      report.label,
      String(report.competitions),
      String(report.runs),
      each(({ edition }) => edition),
      each(({ timeLimit }) => (timeLimit === "unknown" ? timeLimit : formatSeconds(timeLimit / 1000))),
      each(({ memoryLimit }) => (typeof memoryLimit === "number" ? `${memoryLimit} MiB` : memoryLimit)),
      each(({ network }) => network),
      each(({ isolation }) => isolation),
    ];
  });
  return table("Conditions", header, rows);
}
