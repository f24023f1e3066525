import type { Competition } from "../../contracts/competition.ts";
import type { CompetitionFacts, UpstreamFile } from "../../facts/facts.ts";
import type { PreparedState } from "../../runs/preparation/prepared-state.ts";

/** One line of `list`; `state` is null when it was not asked for. */
export function listedCompetitionJson(facts: CompetitionFacts, state: PreparedState | null) {
  return { ...competitionJson(facts), ...(state === null ? {} : { state }) };
}

function competitionJson(facts: CompetitionFacts) {
  return {
    competition_id: facts.id,
    name: facts.name,
    category: facts.category,
    complexity: facts.complexity,
    size_gb: facts.sizeGb,
    type: facts.type,
    awards_medals: facts.awardsMedals,
    better: facts.better,
    teams: facts.teams,
    thresholds: facts.thresholds,
    sample_score: facts.sampleScore,
    files: {
      answers: facts.files.answers,
      sample_submission: facts.files.sampleSubmission,
      gold: facts.files.gold,
    },
  };
}

/** Everything that `show` knows. */
export function competitionDetailsJson({ facts, metric, submissionFormat, knownProblems = [] }: Competition) {
  const { upstream } = facts;
  return {
    ...competitionJson(facts),
    metric,
    submission_format: submissionFormat,
    known_problems: knownProblems,
    checksums: facts.checksums,
    leaderboard: facts.leaderboard,
    upstream: upstream && {
      commit: upstream.commit,
      leaderboard: upstreamFileJson(upstream.leaderboard),
      description: upstreamFileJson(upstream.description),
      obfuscated_description: upstreamFileJson(upstream.obfuscatedDescription),
    },
  };
}

function upstreamFileJson({ sha256, size }: UpstreamFile) {
  return { sha256, bytes: size };
}
