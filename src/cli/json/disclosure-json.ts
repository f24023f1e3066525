import type { Disclosure } from "../../results/leaderboard/entry/disclosure.ts";
import { leaderboardSplits } from "../../results/leaderboard/leaderboard-splits.ts";
import { verificationJson } from "./verification-json.ts";

/** The disclosure sheet of an entry. */
export function disclosureJson(disclosure: Disclosure) {
  const { plan, row, completeness, retried, interrupted, made, sandbox, answers, image, deviations } = disclosure;
  const { folder: _, kind: __, ...verification } = verificationJson(disclosure.verification);
  return {
    format: 1,
    partial: completeness.lacks.length > 0,
    lacks: completeness.lacks,
    group: plan.name,
    created_at: plan.createdAt,
    date: row.date,
    edition: plan.edition,
    seeds: plan.seeds,
    agent: agentOf(disclosure),
    medal_percent: Object.fromEntries(leaderboardSplits.map((split) => [split, row.medalPercent[split]])),
    runs: {
      planned: completeness.runs,
      graded: completeness.graded,
      retried,
      interrupted,
      missing: completeness.missing.map(({ competitionId, seed, why, reason = null }) => {
        return { competition_id: competitionId, seed: seed === "unknown" ? null : seed, why, reason };
      }),
    },
    made_with: { versions: made.version, node: made.node, platforms: made.platform },
    limits: disclosure.limits.map(({ name, value, unit, derivedFrom, enforcement }) => {
      return { name, value, unit, derived_from: derivedFrom, enforcement };
    }),
    unlimited: disclosure.unlimited,
    sandbox: {
      names: sandbox.names,
      isolation: sandbox.isolation,
      unsafe: sandbox.unsafe,
      image,
      notes: sandbox.notes,
      changed_settings: sandbox.changedSettings,
      mounts: sandbox.mounts,
      environment: sandbox.environment,
    },
    network: networkOf(disclosure),
    answers: { readable: answers.readable, why: answers.why },
    models: modelsOf(disclosure),
    verification,
    competitions: disclosure.competitions.map(({ competitionId, manifests, knownProblems }) => {
      return { competition_id: competitionId, manifests, known_problems: knownProblems };
    }),
    deviations: deviations.map(({ what, recommended, found, deviates }) => ({ what, recommended, found, deviates })),
    not_recorded: disclosure.notRecorded,
  };
}

function agentOf({ plan: { agent, content }, settings }: Disclosure) {
  return {
    name: agent.name,
    label: agent.label,
    settings,
    identity: content?.hash ?? null,
    files: content?.files ?? null,
    versions: content?.versions ?? null,
  };
}

function networkOf({ network }: Disclosure) {
  return {
    open: network.open,
    policies: network.policies,
    validation_calls: network.validationCalls,
    validation_valid: network.validationValid,
    rehearsal_scores: network.rehearsalScores,
    proxy_calls: network.proxyCalls,
    host_calls: network.hostCalls,
    provider_tools: network.providerTools,
    beyond: network.beyond,
  };
}

function modelsOf({ models }: Disclosure) {
  return {
    recorded: models.recorded,
    given: models.given,
    cost: models.cost,
    used: models.used.map((use) => ({
      model: use.model,
      answered_by: use.answeredBy,
      calls: use.calls,
      failed: use.failed,
      estimated: use.estimated,
      input_tokens: use.inputTokens,
      cache_read_tokens: use.cacheReadTokens,
      output_tokens: use.outputTokens,
      cost: use.cost,
      unpriced: use.unpriced,
    })),
  };
}
