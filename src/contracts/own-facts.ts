import type { Better, CompetitionFacts, Thresholds } from "../facts/facts.ts";

/** What the author of a competition outside this package says about it. Everything that can be worked out is optional. */
export interface OwnFacts {
  readonly name: string;
  /** The kind of task, such as `Tabular`. */
  readonly category?: string;
  /** Default: `custom`. */
  readonly complexity?: "low" | "medium" | "high" | "custom";
  /** Size of the raw data. */
  readonly sizeGb?: number;
  readonly better: Better;
  /** The score of every team, in any order. Without it, there are medals but no ranks, and `thresholds` is required. */
  readonly leaderboard?: readonly number[];
  /** Default: what Kaggle's rules for medals make of the leaderboard. */
  readonly thresholds?: Thresholds;
  /** What the sample submission scores, compared after each preparation whose tables have the expected checksums. */
  readonly sampleScore?: number;
  /** Paths relative to `prepared/`. Default: `private/test.csv` twice and `public/sample_submission.csv`. */
  readonly files?: Partial<CompetitionFacts["files"]>;
  /** MD5 of the archive and of the prepared tables. What is left out is not compared. */
  readonly checksums?: Partial<CompetitionFacts["checksums"]>;
}
