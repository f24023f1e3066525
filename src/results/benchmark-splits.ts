import { loadSplit } from "../facts/splits.ts";

/** A list of competitions that figures are taken over. */
export interface BenchmarkSplit {
  /** `low`, `medium`, `high`, `all`; `low 20` and `all 73` without the two below; `selected` for any other selection. */
  readonly name: string;
  readonly competitionIds: readonly string[];
}

/** Their rules can no longer be accepted on Kaggle, so Inspect's port leaves them out: 20 and 73 where upstream has 22 and 75. */
const closedCompetitions: ReadonlySet<string> = new Set([
  "detecting-insults-in-social-commentary",
  "the-icml-2013-whale-challenge-right-whale-redux",
]);

const names = ["low", "medium", "high", "all"] as const;

/** Upstream's splits, in the order of its leaderboard. */
export function benchmarkSplits(): BenchmarkSplit[] {
  return names.map((name) => ({ name, competitionIds: loadSplit(name) }));
}

/** Whether a competition can no longer be joined on Kaggle. */
export function isClosed(competitionId: string): boolean {
  return closedCompetitions.has(competitionId);
}

/** A split without the competitions that can no longer be joined; null when it has none of them. */
export function withoutClosed({ name, competitionIds }: BenchmarkSplit): BenchmarkSplit | null {
  const open = competitionIds.filter((id) => !isClosed(id));
  return open.length === competitionIds.length ? null : { name: `${name} ${open.length}`, competitionIds: open };
}
