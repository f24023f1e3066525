import type { PooledSummary } from "../../results/pool-groups.ts";
import type { MeanAndError } from "../../results/statistics/mean-and-error.ts";
import type { CompetitionSummary, GroupSummary, Shares } from "../../results/summarize-group.ts";
import { formatTable } from "../output.ts";
import { joinLines, type StyledText } from "../styled-text.ts";
import { withIsolation } from "./format-run.ts";

/** A score with its standard error, with as many decimals as it takes to see four digits of it: `0.8123 ± 0.0042`. */
export function formatMean({ mean, error }: MeanAndError, decimals = decimalsFor(mean)): string {
  if (mean === null) return "-";
  return `${mean.toFixed(decimals)} ± ${error === null ? "-" : error.toFixed(decimals)}`;
}

function decimalsFor(value: number | null): number {
  if (value === null || value === 0) return 4;
  return Math.min(8, Math.max(1, 3 - Math.floor(Math.log10(Math.abs(value)))));
}

const percent = ({ mean, error, count }: MeanAndError): string =>
  formatMean({ mean: mean === null ? null : 100 * mean, error: error === null ? null : 100 * error, count }, 1);

/**
 * Results of one or more groups: a line per competition and group, with mean and standard error over the seeds (`-` for
 * the error of a single one), then each group's shares as MLE-bench reports them. Runs without a score are shown by
 * `scored 2/3`, never left out silently.
 */
export function formatResults(summaries: readonly GroupSummary[]): StyledText {
  const labels = labelsOf(summaries);
  const several = summaries.length > 1;
  const ids = [...new Set(summaries.flatMap(({ competitions }) => competitions.map((each) => each.competitionId)))];
  const rows = ids.flatMap((id) =>
    summaries.flatMap(({ competitions }, index) => {
      const found = competitions.find(({ competitionId }) => competitionId === id);
      return found === undefined ? [] : [[id, ...(several ? [labels[index]!] : []), ...cellsOf(found)]];
    }),
  );
  const columns = ["score (mean ± SEM)", "better", "medals", "percentile", "scored", "valid"];
  const table = formatTable(["competition", ...(several ? ["agent"] : []), ...columns], rows);
  return joinLines([table, "", formatShares(summaries, labels), ...summaries.flatMap(remarksOf)]);
}

/** The same for several groups taken together. */
export function formatPooled({ groups, differences, ...results }: PooledSummary): StyledText {
  const name = `${groups.length} groups together`;
  return joinLines([
    `${name}: ${groups.join(", ")}`,
    ...differences.map((difference) => `They differ: ${difference}`),
    "",
    formatResults([{ ...results, group: name, folder: "" }]),
  ]);
}

/** Agents by what results call them; by their group where that is not enough. */
function labelsOf(summaries: readonly GroupSummary[]): string[] {
  const agents = summaries.map(({ agent }) => agent);
  return summaries.map(({ agent, group, isolated }) => {
    const label = agents.indexOf(agent) === agents.lastIndexOf(agent) ? agent : `${agent} (${group})`;
    return withIsolation(label, isolated);
  });
}

function cellsOf(summary: CompetitionSummary): string[] {
  const medals = (["gold", "silver", "bronze"] as const).flatMap((medal) =>
    summary.medals[medal] > 0 ? [`${summary.medals[medal]} ${medal}`] : [],
  );
  const { mean } = summary.percentile;
  return [
    formatMean(summary.score),
    summary.better ?? "-",
    medals.join(", ") || "-",
    mean === null ? "-" : mean.toFixed(1),
    `${summary.scored}/${summary.runs}`,
    `${summary.valid}/${summary.runs}`,
  ];
}

const shareColumns: readonly (readonly [string, keyof Shares])[] = [
  ["any medal", "anyMedal"],
  ["gold", "gold"],
  ["silver", "silver"],
  ["bronze", "bronze"],
  ["above median", "aboveMedian"],
  ["valid", "valid"],
];

function formatShares(summaries: readonly GroupSummary[], labels: readonly string[]): StyledText {
  const rows = summaries.map(({ shares, seeds }, index) => [
    labels[index]!,
    ...shareColumns.map(([, share]) => percent(shares[share])),
    `${seeds.complete}/${seeds.total}`,
  ]);
  const header = shareColumns.map(([title]) => `${title} %`);
  return formatTable(["agent", ...header, "seeds"], rows);
}

function remarksOf(summary: GroupSummary): string[] {
  const { group, runs, retried } = summary;
  if (retried === 0) return unfinishedRemarks(summary);
  return [
    `${group}: ${retried} of ${runs} runs were started over after the agent had failed them; their earlier results, which do not count, are in attempts/.`,
    ...unfinishedRemarks(summary),
  ];
}

function unfinishedRemarks({ group, runs, settled, ungraded, seeds }: GroupSummary): string[] {
  if (settled === runs) return [];
  const left = seeds.total - seeds.complete;
  return [
    `${group}: ${runs - settled} of ${runs} runs have no result yet; the shares leave out ${left} unfinished seed${left === 1 ? "" : "s"}.`,
    ...(ungraded === 0
      ? []
      : [
          `${group}: ${ungraded} of ${runs} runs could not be graded, which counts neither for nor against the agent. Run the same command again to grade them.`,
        ]),
  ];
}
