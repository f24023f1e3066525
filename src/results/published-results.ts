import { readFileSync } from "node:fs";

/** Percentage of competitions with a medal over the seeds of one published agent. */
interface PublishedMedalPercent {
  readonly mean: number;
  /** Standard error of the mean over seeds. */
  readonly sem: number;
  /** True when missing competitions of a seed were counted as failures. */
  readonly padded: boolean;
}

/** One row of the leaderboard that upstream publishes. */
export interface PublishedResult {
  readonly agent: string;
  readonly model: string;
  readonly modelNote: string | null;
  readonly medalPercent: Readonly<Record<"low" | "medium" | "high" | "all", PublishedMedalPercent>>;
  readonly hours: number;
  /** Day of publication, `YYYY-MM-DD`. */
  readonly date: string;
  /** True when its authors say that the agent benefits from leaked test labels. */
  readonly usesLeakage: boolean;
  readonly sourceAvailable: boolean;
  readonly reportsAvailable: boolean;
  readonly agentUrl: string | null;
  readonly leakageUrl: string | null;
}

/** The results that upstream publishes, best overall first: `data/published-results.json`. */
export function loadPublishedResults(): readonly PublishedResult[] {
  return JSON.parse(readFileSync(new URL("../../data/published-results.json", import.meta.url), "utf8"));
}
