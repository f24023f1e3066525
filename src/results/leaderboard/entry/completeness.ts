import type { GroupPlan } from "../../../runs/record/group-plan.ts";
import { benchmarkSplits } from "../../benchmark-splits.ts";
import type { MissingRun, ResultSet } from "../../result-set.ts";
import { publishedEdition } from "../leaderboard-row.ts";

/** How much of what an entry needs a group has. */
export interface Completeness {
  readonly runs: number;
  readonly graded: number;
  /** Runs without a result; they count as failed in the figures of a partial entry. */
  readonly missing: readonly MissingRun[];
  /** What an entry needs and the group does not have. */
  readonly lacks: readonly Lack[];
}

export interface Lack {
  /** A clause without a full stop. */
  readonly what: string;
  /** The runs or competitions concerned. */
  readonly names: readonly string[];
}

const fewestSeeds = 3;

export function completenessOf({ competitions, seeds, edition }: GroupPlan, set: ResultSet): Completeness {
  const { runs, missing } = set;
  const planned = new Set(competitions);
  const all = benchmarkSplits().find(({ name }) => name === "all")!.competitionIds;
  const absent = all.filter((id) => !planned.has(id));
  const total = runs.length + missing.length;
  return {
    runs: total,
    graded: runs.length,
    missing,
    lacks: [
      ...lackOf(`${missing.length} of ${total} runs have no result`, missing.map(nameOf)),
      ...lackOf(`${absent.length} of the ${all.length} competitions are not in the group`, absent),
      ...(seeds.length < fewestSeeds
        ? [{ what: `it has ${seeds.length} of at least ${fewestSeeds} seeds (\`run --seeds\` adds more)`, names: [] }]
        : []),
      ...(edition !== publishedEdition
        ? [
            {
              what: `it was graded by the rules of edition ${edition}, the leaderboard by those of ${publishedEdition}`,
              names: [],
            },
          ]
        : []),
    ],
  };
}

function lackOf(what: string, names: readonly string[]): Lack[] {
  return names.length === 0 ? [] : [{ what, names }];
}

function nameOf({ competitionId, seed, why }: MissingRun): string {
  return `${competitionId} seed ${seed} (${why})`;
}
