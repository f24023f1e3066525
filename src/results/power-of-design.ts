import { loadSplit } from "../facts/splits.ts";
import { UsageError } from "../lib/errors.ts";
import { loadPublishedResults } from "./published-results.ts";
import { byCompetition, type ResultSet } from "./result-set.ts";
import { detectableDifference } from "./statistics/detectable-difference.ts";
import { detectableWins } from "./statistics/detectable-wins.ts";
import { sampleVariance } from "./statistics/variance.ts";

/** How much medals vary from seed to seed. */
export interface SeedVariance {
  /** Mean variance of one competition's medal (0 or 1) over seeds. */
  readonly variance: number;
  /** What it was estimated from. */
  readonly source: string;
}

/** What differences between two agents a design can find, both with as many seeds on the same competitions. */
export interface DesignPower {
  readonly split: string;
  readonly competitions: number;
  readonly variance: SeedVariance;
  readonly designs: readonly Design[];
}

/** What `compare` finds in 80 of 100 cases with this many seeds of each agent. Null when it cannot find any difference. */
interface Design {
  readonly seeds: number;
  /** The smallest difference in medal share, in percentage points, if every competition has the same one. */
  readonly evenly: number | null;
  /** The fewest competitions that one agent must win with every seed, if the agents are equal in all others. */
  readonly wins: number | null;
}

/** Shown beside the number of seeds that was asked for. */
const usualSeeds = [1, 3, 5, 10];

/**
 * What differences a number of seeds, and the usual numbers, can find on a split.
 *
 * @throws UsageError when there is no such split, or nothing to estimate the variance from.
 */
export function powerOfDesign(split: string, seeds: number, set: ResultSet | null): DesignPower {
  const ids = loadSplit(split);
  const variance = set === null ? publishedVariance(split, ids) : varianceOf(set, ids, split);
  const counts = [...new Set([...usualSeeds, seeds])].sort((one, other) => one - other);
  const designs = counts.map((count) => designOf(ids.length, variance.variance, count));
  return { split, competitions: ids.length, variance, designs };
}

function designOf(competitions: number, seedVariance: number, seeds: number): Design {
  const variance = (2 * seedVariance) / seeds;
  const evenly = detectableDifference({ competitions, variance, step: 1 / seeds });
  return { seeds, evenly: evenly === null ? null : 100 * evenly, wins: detectableWins({ competitions, variance }) };
}

function varianceOf({ runs, label }: ResultSet, ids: readonly string[], split: string): SeedVariance {
  const members = byCompetition(runs);
  const variances = ids.flatMap((id) => {
    const medals = (members.get(id) ?? []).map(({ report }) => (report.any_medal ? 1 : 0));
    return sampleVariance(medals) ?? [];
  });
  if (variances.length === 0) {
    throw new UsageError(
      `${label} has no competition of the split \`${split}\` with two or more seeds, so it does not show how results vary from seed to seed.`,
    );
  }
  const counted = `${variances.length} of ${ids.length} competitions`;
  return { variance: mean(variances), source: `${label}, ${counted}` };
}

/** Published results have three seeds, the number that upstream asks for. */
const publishedSeeds = 3;

/** The published standard errors are those of a seed's share of medals, whose variance is that of one competition over their number. */
function publishedVariance(split: string, ids: readonly string[]): SeedVariance {
  const name = (["low", "medium", "high", "all"] as const).find((each) => loadSplit(each) === ids);
  if (name === undefined) {
    throw new UsageError(
      `There are no published results for the split \`${split}\`. Name results with two or more seeds: --from RESULTS.`,
    );
  }
  const errors = loadPublishedResults().flatMap(({ medalPercent }) =>
    medalPercent[name].padded ? [] : [medalPercent[name].sem / 100],
  );
  const variance = mean(errors.map((error) => error ** 2 * publishedSeeds * ids.length));
  return { variance, source: `${errors.length} published results, taken to have ${publishedSeeds} seeds` };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
