import { loadPublishedResults, type PublishedResult } from "../published-results.ts";
import type { Conditions } from "../result-set.ts";
import type { LeaderboardSplit } from "./leaderboard-splits.ts";

/** Percentage of a split's competitions with a medal. */
export interface MedalPercent {
  readonly mean: number;
  /** Standard error over seeds; null for a single seed. */
  readonly error: number | null;
  /** Whether missing runs were counted as failed. */
  readonly padded: boolean;
  /** Null where they are not published. */
  readonly seeds: number | null;
}

/** What a run may use. Null: not limited, or unknown when `Hardware` itself is. */
export interface Hardware {
  readonly cpus: number | null;
  readonly memoryMb: number | null;
  readonly gpus: number;
}

/** One agent on the leaderboard. Null and `unknown`: the source does not say. */
export interface LeaderboardRow {
  readonly origin: "published" | "own";
  readonly agent: string;
  readonly models: string | null;
  readonly modelNote: string | null;
  /** Null where the split is not complete. */
  readonly medalPercent: Readonly<Record<LeaderboardSplit, MedalPercent | null>>;
  readonly hours: number | null;
  /** Of publication; of an own row, the day of its newest grade. */
  readonly date: string | null;
  readonly network: Conditions["network"];
  readonly isolation: Conditions["isolation"];
  readonly hardware: Hardware | null;
  readonly usesLeakage: boolean | null;
  /** Where it comes from: an address, or run groups and files. */
  readonly sources: readonly string[];
  /** Why it has no place, or what its figures leave out. */
  readonly remarks: readonly string[];
}

/** Where the published rows come from. */
export const publishedSource =
  "https://github.com/openai/mle-bench/blob/783b15af77404fbaffe7255b0c4a934b46153389/README.md";

/** The published results were graded by the rules of this edition. */
export const publishedEdition = "v1";

export function publishedRows(): LeaderboardRow[] {
  return loadPublishedResults().map(publishedRow);
}

function publishedRow(result: PublishedResult): LeaderboardRow {
  const { agent, model, modelNote, medalPercent, hours, date, usesLeakage, agentUrl, leakageUrl } = result;
  const percent = (split: LeaderboardSplit): MedalPercent => {
    const { mean, sem, padded } = medalPercent[split];
    return { mean, error: sem, padded, seeds: null };
  };
  return {
    origin: "published",
    agent,
    models: model === "undisclosed" ? null : model,
    modelNote,
    medalPercent: { low: percent("low"), medium: percent("medium"), high: percent("high"), all: percent("all") },
    hours,
    date,
    network: "unknown",
    isolation: "unknown",
    hardware: null,
    usesLeakage,
    sources: [agentUrl, leakageUrl].filter((url) => url !== null),
    remarks: [],
  };
}
