import { loadSplit } from "../facts/splits.ts";
import { competitionsOf, type ResultSet } from "./result-set.ts";

/** What a comparison is restricted to. */
export interface Restriction {
  readonly split?: string;
  readonly edition?: string;
  /** Only competitions that all sets have graded runs of. */
  readonly shared?: boolean;
}

/** @throws UsageError when there is no such split. */
export function restrictSets(sets: readonly ResultSet[], { split, edition, shared }: Restriction): ResultSet[] {
  const members = split === undefined ? null : new Set(loadSplit(split));
  const chosen = sets.map((set) => ({
    ...set,
    runs: set.runs.filter(
      ({ competitionId, conditions }) =>
        (members === null || members.has(competitionId)) && (edition === undefined || conditions.edition === edition),
    ),
    missing: set.missing.filter(({ competitionId }) => members === null || members.has(competitionId)),
  }));
  if (!shared) return chosen;
  const common = new Set(sharedCompetitions(chosen));
  return chosen.map((set) => ({
    ...set,
    runs: set.runs.filter(({ competitionId }) => common.has(competitionId)),
    missing: set.missing.filter(({ competitionId }) => common.has(competitionId)),
  }));
}

/** Competitions that a set has a graded run of. */
export function gradedCompetitions({ runs }: Pick<ResultSet, "runs">): Set<string> {
  return new Set(runs.map(({ competitionId }) => competitionId));
}

/** Competitions that every set has a graded run of, sorted. */
export function sharedCompetitions(sets: readonly ResultSet[]): string[] {
  const graded = sets.map(gradedCompetitions);
  return competitionsOf(sets[0]!).filter((id) => graded.every((ids) => ids.has(id)));
}
