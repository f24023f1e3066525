import type { AuditedRun } from "../runs/audited-run.ts";
import { type Passage, ProgramIndex, type Similarity } from "./compare-programs.ts";
import type { SimilarPair, SimilarPlace } from "./plagiarism-audit.ts";
import type { ProgramFile } from "./read-programs.ts";

/** A program with the run or the kernel that it is from. */
export interface Source {
  readonly program: ProgramFile;
  /** As findings name it. */
  readonly name: string;
  /** Null for a kernel. */
  readonly run: AuditedRun | null;
}

export interface PairLimits {
  /** The share of one program that the other must have. */
  readonly threshold: number;
}

/** Shorter common stretches are idioms of the libraries. */
const shortestStretch = 40;
const mostLines = 60;
const mostCharacters = 4000;

/** The pairs of one competition's programs that have much in common, and how many of each group were compared. */
export function findSimilarPairs(
  competitionId: string,
  sources: readonly Source[],
  { threshold }: PairLimits,
): { readonly pairs: SimilarPair[]; readonly compared: ReadonlyMap<string, number> } {
  const index = new ProgramIndex(sources.map(({ program }) => program));
  const best = new Map<string, SimilarPair>();
  const compared = new Map<string, number>();
  for (const one of sources.filter(({ run }) => run !== null)) {
    for (const other of sources.filter((each) => isOfOthers(one, each))) {
      compared.set(one.run!.group, (compared.get(one.run!.group) ?? 0) + 1);
      const similarity = index.compare(one.program, other.program);
      if (Math.max(...similarity.shares) < threshold || similarity.longest < shortestStretch) continue;
      const pair = describePair(competitionId, one, other, similarity);
      // An agent may leave many versions of one program: the most similar one stands for them.
      const key = JSON.stringify([one.run!.name, other.run?.name ?? other.name]);
      const known = best.get(key);
      if (known === undefined || overlapOf(pair) > overlapOf(known)) best.set(key, pair);
    }
  }
  return { pairs: [...best.values()], compared };
}

/** Runs of one agent resemble each other anyway. */
function isOfOthers({ run }: Source, other: Source): boolean {
  return other.run === null || other.run.plan.agent.label !== run!.plan.agent.label;
}

/** The larger of the two shares: a short program may be copied from a long one, and the other way round. */
export function overlapOf({ program, other }: Pick<SimilarPair, "program" | "other">): number {
  return Math.max(program.share, other.share);
}

function describePair(competitionId: string, one: Source, other: Source, found: Similarity): SimilarPair {
  const { similarity, longest, passages, shares } = found;
  return {
    group: one.run!.group,
    competitionId,
    kind: other.run === null ? "kernel" : "agent",
    similarity,
    longest,
    program: placeOf(one, passages![0], shares[0]),
    other: placeOf(other, passages![1], shares[1]),
  };
}

function placeOf({ name, program }: Source, { firstLine, lastLine }: Passage, share: number): SimilarPlace {
  const lines = program.source.split("\n").slice(firstLine - 1, Math.min(lastLine, firstLine - 1 + mostLines));
  const text = lines.join("\n").slice(0, mostCharacters);
  return { name, file: program.file, firstLine, lastLine, text, share };
}
