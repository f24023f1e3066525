import { formatDollars } from "../../lib/format-dollars.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import type { CompetitionFigures } from "../../results/competition-figures.ts";
import type { CostFigures } from "../../results/cost-figures.ts";
import type { ReportDetails, TimeShare, ValidationGap } from "../../results/report-details.ts";
import type { Centre } from "../../results/statistics/centre.ts";
import type { TimeFigures } from "../../results/time-figures.ts";
import type { Block } from "./document.ts";

/** How fast the agent was, in one or two sentences; none when no time is known. */
export function timeRemarks(time: TimeFigures): string[] {
  const { runs, workedMs, medalsPerHour, firstValidMs: first, reachedAt10, reachedAt50 } = time;
  if (runs === 0) return [];
  const medals = medalsPerHour === null ? "" : `: ${formatRate(medalsPerHour)} medals per hour`;
  const valid =
    first.median === null
      ? ""
      : ` The first valid submission came after ${formatTime(first.median)} (median of ${runsOf(first.count)}).`;
  return [
    `The agent worked ${formatTime(workedMs)} in ${runsOf(runs)}${medals}.${valid}`,
    ...(reachedAt10.mean === null
      ? []
      : [
          `At 10 % of its time a run had reached ${formatShare(reachedAt10)} of its final normalised score, at 50 % ${formatShare(reachedAt50)} (mean of ${runsOf(reachedAt10.count)}).`,
        ]),
  ];
}

/** What model calls cost; none when that is not known. */
export function costRemarks({ runs, total, perRun, perCompetition, perMedal }: CostFigures): string[] {
  if (total === null) return [];
  const medal = perMedal === null ? "" : `, ${formatDollars(perMedal)} per medal`;
  return [
    `Model calls of ${runsOf(runs)} cost ${formatDollars(total)}: ${formatDollars(perRun!)} per run, ${formatDollars(perCompetition!)} per competition${medal}.`,
  ];
}

/** Time and cost of every competition. */
export function timeTable(competitions: readonly CompetitionFigures[]): Block[] {
  const known = competitions.filter(({ time, cost }) => time.runs > 0 || cost.runs > 0);
  if (known.length === 0) return [];
  const header = ["competition", "time per run", "first valid", "at 10 %", "at 50 %", "cost per run", "cost per medal"];
  const rows = known.map(({ competitionId, time, cost }) => [
    competitionId,
    time.runs === 0 ? "-" : formatTime(time.workedMs / time.runs),
    time.firstValidMs.median === null ? "-" : formatTime(time.firstValidMs.median),
    formatShare(time.reachedAt10),
    formatShare(time.reachedAt50),
    cost.perRun === null ? "-" : formatDollars(cost.perRun),
    cost.perMedal === null ? "-" : formatDollars(cost.perMedal),
  ]);
  return [{ title: "Time and cost", header, rows }];
}

/** Names of what the time went into. */
export const uses: Readonly<Record<TimeShare["use"], string>> = {
  model: "model",
  waiting: "waiting for a model",
  commands: "tools and commands",
  other: "other",
};

/** What only the journals of the runs say. */
export function detailTables({ timeUse, gaps, gapShare, cpu, calls }: ReportDetails): Block[] {
  const known = timeUse.filter(({ runs }) => runs > 0);
  const lines = [
    ...(cpu.runs === 0 ? [] : [`${runsOf(cpu.runs)} took ${formatTime(cpu.ms)} of processor time.`]),
    ...(calls.runs === 0
      ? []
      : [
          `${runsOf(calls.runs)} made ${count(calls.calls)} model calls: ${count(calls.inputTokens)} input and ${count(calls.outputTokens)} output tokens.`,
        ]),
    ...(gapShare.mean === null
      ? []
      : [
          `Rehearsals promised ${formatPercent(gapShare.mean)} of (gold - median) more than the final score (median ${formatPercent(gapShare.median!)}, ${runsOf(gapShare.count)}).`,
        ]),
  ];
  return [
    ...(known.length === 0
      ? []
      : [{ title: "Where the time went", header: ["use", "time", "share", "runs"], rows: known.map(useRow) }]),
    ...(gaps.length === 0
      ? []
      : [
          {
            title: "Rehearsals against final scores",
            header: ["competition", "seed", "rehearsal", "final", "promised too much", "of (gold - median)"],
            rows: gaps.map(gapRow),
          },
        ]),
    { lines },
  ];
}

function useRow({ use, ms, share, runs }: TimeShare): string[] {
  return [uses[use], formatTime(ms), share === null ? "-" : formatPercent(share), String(runs)];
}

function gapRow({ competitionId, seed, rehearsal, final, gap, share }: ValidationGap): string[] {
  return [
    competitionId,
    String(seed),
    String(rehearsal),
    String(final),
    String(Number(gap.toPrecision(3))),
    share === null ? "-" : formatPercent(share),
  ];
}

function formatShare({ mean }: Centre): string {
  return mean === null ? "-" : formatPercent(mean);
}

function formatPercent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function formatTime(ms: number): string {
  return formatSeconds(ms / 1000);
}

/** Two digits, or two decimals. */
function formatRate(rate: number): string {
  return rate >= 1 || rate === 0 ? rate.toFixed(2) : String(Number(rate.toPrecision(2)));
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function runsOf(number: number): string {
  return `${number} ${number === 1 ? "run" : "runs"}`;
}
