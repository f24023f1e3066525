import { resolve } from "node:path";
import { requireEdition } from "../../facts/editions.ts";
import { UsageError } from "../../lib/errors.ts";
import { checkComparability, type Obstacle } from "../../results/comparability.ts";
import { compareResults } from "../../results/compare-results.ts";
import { withDistinctLabels } from "../../results/distinct-labels.ts";
import { readResultSet } from "../../results/read-result-sets.ts";
import { restrictSets, sharedCompetitions } from "../../results/restrict-set.ts";
import type { ResultSet } from "../../results/result-set.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { comparisonJson } from "../json/comparison-json.ts";
import { print, printJson } from "../output.ts";
import { describeComparison } from "../views/comparison-view.ts";
import { formatDocument } from "../views/document.ts";
import type { CompareOptions } from "./compare.options.ts";

/** Compares two or more result sets, unless they were made under different conditions. */
export async function run(names: readonly string[], options: CompareOptions): Promise<number> {
  if (names.length < 2) throw new UsageError("Name two or more result sets: `mlebench compare A B`.");
  const directory = resolve(options.runDir ?? defaultRunDirectory());
  const sets = withDistinctLabels(await Promise.all(names.map((name) => readResultSet(name, directory))));
  if (options.edition !== undefined) requireEdition(options.edition);
  const restricted = restrictSets(sets, options);
  if (sharedCompetitions(restricted).length === 0) throw new UsageError(nothingShared(restricted));
  const comparability = checkComparability(restricted);
  if (comparability.obstacles.length > 0 && !options.anyway) throw new UsageError(refusal(comparability.obstacles));
  const comparison = compareResults(restricted);
  if (options.json || options.format === "json") printJson(comparisonJson(comparison, comparability));
  else print(formatDocument(describeComparison(comparison, comparability), options.format));
  return exitCodes.done;
}

function nothingShared(sets: readonly ResultSet[]): string {
  const counts = sets.map(({ label, runs }) => `${runs.length} in ${label}`);
  return `There is no competition that all of them have a graded run of. Graded runs: ${counts.join(", ")}.`;
}

function refusal(obstacles: readonly Obstacle[]): string {
  const reasons = obstacles.map(({ problem, remedy }) => `  ${problem}\n    ${remedy}\n`);
  return `These results are not comparable:\n${reasons.join("")}To compare them anyway, add --anyway; the reasons are then printed first.`;
}
