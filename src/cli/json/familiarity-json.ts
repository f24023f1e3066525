import type { FamiliarityCorrelation, KnownText } from "../../results/familiarity/familiarity.ts";
import type { MeasuredFamiliarity } from "../../results/familiarity/measure-familiarity.ts";

export function familiarityJson(
  model: string,
  { competitions, way, bill }: MeasuredFamiliarity,
  correlations: readonly FamiliarityCorrelation[],
) {
  return {
    model,
    way,
    competitions: competitions.map(({ competitionId, texts, error }) => ({
      competition_id: competitionId,
      texts: texts.map(textJson),
      error,
    })),
    correlations: correlations.map(({ results, kind, competitions: count, correlation, pValue }) => ({
      results,
      kind,
      competitions: count,
      rank_correlation: correlation,
      p_value: pValue,
    })),
    calls: bill.calls,
    input_tokens: bill.inputTokens,
    output_tokens: bill.outputTokens,
    cost: bill.cost,
  };
}

function textJson({ kind, source, characters, tokens, meanProbability, meanLogProbability }: KnownText) {
  return {
    kind,
    source,
    characters,
    tokens,
    mean_probability: meanProbability,
    mean_log_probability: meanLogProbability,
  };
}
