import { fileURLToPath } from "node:url";
import type { CompetitionFacts } from "../facts/facts.ts";
import { medalThresholds } from "../grade/medal-thresholds.ts";
import type { OwnCompetition } from "./unit-schemas.ts";

/** The facts of a competition from outside this package, with everything that its author may leave out. */
export function completeFacts({ id, raw, facts }: OwnCompetition): CompetitionFacts {
  const { better, leaderboard = [], files, checksums } = facts;
  const scores = Float64Array.from(leaderboard).sort();
  if (better === "higher") scores.reverse();
  const answers = files?.answers ?? "private/test.csv";
  return {
    id,
    name: facts.name,
    category: facts.category ?? null,
    complexity: facts.complexity ?? "custom",
    sizeGb: facts.sizeGb ?? null,
    type: "simple",
    awardsMedals: true,
    better,
    teams: scores.length,
    thresholds: facts.thresholds ?? medalThresholds(scores),
    sampleScore: facts.sampleScore ?? null,
    files: {
      answers,
      sampleSubmission: files?.sampleSubmission ?? "public/sample_submission.csv",
      gold: files?.gold ?? answers,
    },
    rawData: raw instanceof URL ? { path: fileURLToPath(raw) } : (raw ?? "kaggle"),
    checksums: { zip: checksums?.zip ?? null, public: checksums?.public ?? {}, private: checksums?.private ?? {} },
    upstream: null,
    leaderboard: { teams: scores.length, quantiles: [...scores] },
  };
}
