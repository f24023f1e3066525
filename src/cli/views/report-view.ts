import type { Figure, SplitResult } from "../../results/aggregate-split.ts";
import type { KnownAudit } from "../../results/audit/group-audit.ts";
import type { ResultReport } from "../../results/report-results.ts";
import type { MissingRun } from "../../results/result-set.ts";
import type { Interval } from "../../results/statistics/interval.ts";
import type { Block } from "./document.ts";
import { breakDownTables, failureTables } from "./report-failures-view.ts";
import { distanceTable, formatSplit, meaningOfStanding, standingTable } from "./report-standing-view.ts";
import { costRemarks, detailTables, timeRemarks, timeTable } from "./report-time-view.ts";
import { formatMean } from "./results-table.ts";
import { shortList } from "./short-list.ts";
import { shownPath } from "./shown-path.ts";

const columns: readonly (readonly [title: string, figure: Figure])[] = [
  ["gold %", "gold"],
  ["silver %", "silver"],
  ["bronze %", "bronze"],
  ["above median %", "aboveMedian"],
  ["valid %", "valid"],
];

export const splitHeader: readonly string[] = [
  "split",
  "any medal %",
  "95 % interval",
  ...columns.map(([title]) => title),
  "seeds",
];

/** What the figures of a report mean. */
export const meanings: readonly string[] = [
  "± is the standard error over seeds: how much a figure varies when the same agent tries the same competitions again. A single seed has none.",
  "The 95 % interval is about any medal %: how much it would vary with other competitions of the same kind (bootstrap over competitions; Wilson's interval for a single seed, and where all competitions agree).",
  meaningOfStanding,
];

/** A report of one or more result sets. Those with details have the long tables too. */
export function describeReports(reports: readonly ResultReport[]): Block[] {
  return [
    ...reports.flatMap(describeReport),
    { lines: reports.some(({ splits }) => splits.length > 0) ? meanings : [] },
  ];
}

function describeReport(report: ResultReport): Block[] {
  const { label, sources, splits, byCompetition, details } = report;
  const table: Block[] =
    splits.length === 0
      ? [{ lines: ["There is no complete seed to report."] }]
      : [
          {
            header: splitHeader,
            rows: splits.map(splitRow),
          },
          standingTable(splits),
        ];
  return [
    { heading: `${label} (${originOf(sources)})` },
    ...table,
    { lines: remarksOf(report) },
    ...failureTables(report, details !== null),
    ...(details === null
      ? []
      : [
          ...breakDownTables(report.breakDown),
          ...distanceTable(byCompetition),
          ...timeTable(byCompetition),
          ...detailTables(details),
        ]),
  ];
}

/** Where results come from. */
export function originOf(sources: readonly string[]): string {
  return sources.length > 3 ? `${sources.slice(0, 3).join(", ")} and ${sources.length - 3} more` : sources.join(", ");
}

/** The figures of one split. */
export function splitRow({ split, percent, interval, seeds }: SplitResult): string[] {
  return [
    formatSplit(split),
    formatMean(percent.anyMedal, 2),
    formatInterval(interval),
    ...columns.map(([, figure]) => formatMean(percent[figure], 2)),
    String(seeds),
  ];
}

export function formatInterval(interval: Interval | null): string {
  return interval === null ? "-" : `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`;
}

/** What must be known about a set besides its tables. */
export function remarksOf(report: ResultReport): string[] {
  const { runs, valid, retried, time, cost, splits, incomplete, missing } = report;
  const share = runs === 0 ? "" : ` (${((100 * valid) / runs).toFixed(1)} %)`;
  return [
    `${valid} of ${runs} graded runs have a valid submission${share}.`,
    ...timeRemarks(time),
    ...costRemarks(cost),
    ...(retried === 0
      ? []
      : [
          `${retried} of ${runs} runs were started over after the agent had failed them; only their last results count.`,
        ]),
    ...report.audits.map(auditRemark),
    ...missingRemarks(missing),
    ...splits.flatMap(splitRemarks),
    ...incomplete.map(incompleteRemark),
  ];
}

function auditRemark({ audit, file, findings, isOutdated }: KnownAudit): string {
  const { high, medium, low } = findings;
  const found = high + medium + low === 0 ? "found nothing" : `found ${high} high, ${medium} medium and ${low} low`;
  return `\`audit ${audit}\` ${found}${isOutdated ? ", before the group changed" : ""}: ${shownPath(file)}`;
}

function missingRemarks(missing: readonly MissingRun[]): string[] {
  const reasons = [...new Set(missing.map(({ why }) => why))];
  return reasons.map((why) => {
    const runs = missing.filter((run) => run.why === why);
    const ids = [...new Set(runs.map(({ competitionId }) => competitionId))];
    return `${runs.length} ${runs.length === 1 ? "run has" : "runs have"} no result (${why}): ${shortList(ids)}.`;
  });
}

function splitRemarks({ split, padded, leftOut, mixed, absent }: SplitResult): string[] {
  const others = absent.length === 0 ? "" : `, among them all of ${shortList(absent)}`;
  return [
    ...(padded === 0 ? [] : [`${split.name}: ${padded} missing runs count as failed${others}.`]),
    ...(leftOut === 0
      ? []
      : [
          `${split.name}: ${leftOut} graded runs are left out, because other competitions have fewer runs. --pad-missing counts missing runs as failed.`,
        ]),
    ...(mixed
      ? [
          `${split.name}: some seeds combine runs of different seeds, because runs are missing. Upstream's script combines them alike.`,
        ]
      : []),
  ];
}

function incompleteRemark({ split, absent }: SplitResult): string {
  const { length } = split.competitionIds;
  return `${split.name} is not reported: ${absent.length} of its ${length} competitions have no graded run: ${shortList(absent)}. --pad-missing counts them as failed.`;
}
