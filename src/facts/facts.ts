import { readdirSync, readFileSync } from "node:fs";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";
import { dataFolder } from "./data-folder.ts";

/** Whether a lower or a higher score is better. */
export type Better = "lower" | "higher";

/** Scores that earn each medal, and the score of the team in the middle of the leaderboard. */
export interface Thresholds {
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
  readonly median: number;
}

/** A file of the upstream repository, for a verified download. */
export interface UpstreamFile {
  readonly sha256: string;
  readonly size: number;
}

/** What is known about a competition besides its code: the content of `data/competitions/<id>.json`. */
export interface CompetitionFacts {
  readonly id: string;
  readonly name: string;
  /** Null for the development competitions, which have no category upstream. */
  readonly category: string | null;
  /** `demo`: a small competition of our own, generated from a seed; `custom`: one of the user's, who did not say. */
  readonly complexity: "low" | "medium" | "high" | "dev" | "demo" | "custom";
  /** Size of the raw data; null when unknown (development competitions). */
  readonly sizeGb: number | null;
  readonly type: "code" | "simple";
  /** Whether Kaggle awarded medals. The benchmark awards them in every competition. */
  readonly awardsMedals: boolean;
  readonly better: Better;
  readonly teams: number;
  readonly thresholds: Thresholds;
  /** The score of the sample submission on the real data; `"NaN"` when the metric is undefined for it, null when unknown. */
  readonly sampleScore: number | "NaN" | null;
  /** Paths relative to `prepared/`. */
  readonly files: { readonly answers: string; readonly sampleSubmission: string; readonly gold: string };
  /** Where the raw data comes from: a path if it comes with the competition. Default: see `rawDataOf`. */
  readonly rawData?: "kaggle" | "generated" | { readonly path: string };
  /** MD5 of Kaggle's archive and of the files at the top of `public/` and `private/`. */
  readonly checksums: {
    /** Null when there is no archive, or its checksum is not known. */
    readonly zip: string | null;
    readonly public: Readonly<Record<string, string>>;
    readonly private: Readonly<Record<string, string>>;
  };
  /** Null for a competition that upstream does not have. */
  readonly upstream: {
    readonly commit: string;
    readonly leaderboard: UpstreamFile;
    readonly description: UpstreamFile;
    readonly obfuscatedDescription: UpstreamFile;
  } | null;
  /**
   * A sample of the scores: `i` of the 201 is that of the team at 0-based rank `i * (teams - 1) / 200`, rounded half to
   * even. `loadLeaderboardScores` has all of them.
   */
  readonly leaderboard: { readonly teams: number; readonly quantiles: readonly number[] };
}

const loadedFacts = new Map<string, CompetitionFacts>();
/** The ids of competitions from outside this package. */
const registeredIds = new Set<string>();

/** Adds a competition from outside this package. @throws UsageError when its id is taken. */
export function registerFacts(facts: CompetitionFacts): void {
  if (listKnownIds().includes(facts.id)) throw new UsageError(`There already is a competition \`${facts.id}\`.`);
  loadedFacts.set(facts.id, facts);
  registeredIds.add(facts.id);
}

/** The ids of competitions from outside this package, in the order in which they were added. */
export function listRegisteredIds(): string[] {
  return [...registeredIds];
}

/**
 * The facts of one competition. Reads only that competition's file, once.
 * Throws `UsageError`, with the nearest ids, when there is no such competition.
 */
export function loadFacts(id: string): CompetitionFacts {
  const known = loadedFacts.get(id);
  if (known !== undefined) return known;
  const facts = /^[\w-]+$/.test(id) ? readFacts(id) : undefined;
  // A file system that ignores letter case finds `ai4code.json` too.
  if (facts?.id !== id) {
    throw new UsageError(
      `There is no competition \`${id}\`.${didYouMean(id, listKnownIds())} \`mlebench list\` shows all of them.`,
    );
  }
  loadedFacts.set(id, facts);
  return facts;
}

/**
 * Where a competition's raw data comes from: Kaggle, the preparation, which generates it, or a folder or an archive that
 * comes with the competition. One of ours is generated if there is no checksum of an archive.
 */
export function rawDataOf({
  rawData,
  checksums,
}: CompetitionFacts): "kaggle" | "generated" | { readonly path: string } {
  return rawData ?? (checksums.zip === null ? "generated" : "kaggle");
}

/** The raw data that comes with competitions from outside this package. It may hold answers. */
export function listIncludedRawData(): string[] {
  return listRegisteredIds().flatMap((id) => {
    const source = rawDataOf(loadFacts(id));
    return typeof source === "string" ? [] : [source.path];
  });
}

/** The ids of all competitions, upstream's, our own and the user's, sorted by character code. */
export function listKnownIds(): string[] {
  const ids = listRegisteredIds();
  for (const file of readdirSync(new URL("competitions/", dataFolder))) {
    if (file.endsWith(".json")) ids.push(file.slice(0, -".json".length));
  }
  return ids.sort();
}

function readFacts(id: string): CompetitionFacts | undefined {
  try {
    return JSON.parse(readFileSync(new URL(`competitions/${id}.json`, dataFolder), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
