import type { CallTotals } from "../runs/state/call-totals.ts";
import type { GradedRun } from "./result-set.ts";
import { type RunSeries, readSeries } from "./run-series.ts";
import { type Centre, centreOf } from "./statistics/centre.ts";
import type { TimeUse } from "./time-use.ts";

/** A share of the agents' time, over the runs for which it is known. */
export interface TimeShare {
  readonly use: keyof TimeUse;
  readonly ms: number;
  /** Runs for which it is known. */
  readonly runs: number;
  /** Of the time that agents worked in these runs, from 0 to 1; null if there are none. */
  readonly share: number | null;
}

/** What an agent's rehearsal promised, and what its submission got. */
export interface ValidationGap {
  readonly competitionId: string;
  readonly source: string;
  readonly seed: number | "unknown";
  /** The last score of the rehearsal. */
  readonly rehearsal: number;
  readonly final: number;
  /** By how much the rehearsal was better: positive if it promised too much. In the metric's unit. */
  readonly gap: number;
  /** As a share of (gold - median); null where these are equal or unknown. */
  readonly share: number | null;
}

/** Figures for which the journals of all runs must be read. */
export interface ReportDetails {
  readonly timeUse: readonly TimeShare[];
  readonly gaps: readonly ValidationGap[];
  /** Over the runs with a rehearsal; see `ValidationGap.share`. */
  readonly gapShare: Centre;
  /** Processor time, over the runs for which it was measured. */
  readonly cpu: { readonly runs: number; readonly ms: number };
  /** What model calls used in the last attempts, over the runs for which that is known. */
  readonly calls: { readonly runs: number } & Pick<CallTotals, "calls" | "inputTokens" | "outputTokens">;
}

/** Reads the journals of all runs that have one. */
export function reportDetails(runs: readonly GradedRun[]): ReportDetails {
  const use = new TimeSums();
  const gaps: ValidationGap[] = [];
  const cpu = { runs: 0, ms: 0 };
  const calls = { runs: 0, calls: 0, inputTokens: 0, outputTokens: 0 };
  for (const series of readSeries(runs)) {
    use.add(series);
    const gap = gapOf(series);
    if (gap !== null) gaps.push(gap);
    if (series.cpuMs !== null) {
      cpu.runs += 1;
      cpu.ms += series.cpuMs;
    }
    if (series.calls !== null) {
      calls.runs += 1;
      calls.calls += series.calls.calls;
      calls.inputTokens += series.calls.inputTokens;
      calls.outputTokens += series.calls.outputTokens;
    }
  }
  return { timeUse: use.shares(), gaps, gapShare: centreOf(gaps.flatMap(({ share }) => share ?? [])), cpu, calls };
}

class TimeSums {
  readonly #sums = (["model", "waiting", "commands", "other"] as const).map((use) => ({ use, ms: 0, runs: 0, of: 0 }));

  add({ timeUse, run }: RunSeries): void {
    if (timeUse === null) return;
    for (const sum of this.#sums) {
      const ms = timeUse[sum.use];
      if (ms === null) continue;
      sum.ms += ms;
      sum.runs += 1;
      sum.of += run.record?.workedMs ?? 0;
    }
  }

  shares(): TimeShare[] {
    return this.#sums.map(({ use, ms, runs, of }) => ({ use, ms, runs, share: of === 0 ? null : ms / of }));
  }
}

function gapOf({ run, rehearsals }: RunSeries): ValidationGap | null {
  const { competitionId, source, seed, report } = run;
  const rehearsal = rehearsals.at(-1)?.score ?? null;
  if (rehearsal === null || report.score === null) return null;
  // Twelve digits drop the rounding errors of the subtraction.
  const gap = Number(((report.is_lower_better ? 1 : -1) * (report.score - rehearsal)).toPrecision(12));
  const span = Math.abs(report.gold_threshold - report.median_threshold);
  return {
    competitionId,
    source,
    seed,
    rehearsal,
    final: report.score,
    gap,
    share: span > 0 ? gap / span : null,
  };
}
