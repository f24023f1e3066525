import { formatDollars } from "../../lib/format-dollars.ts";
import {
  type CompetitionFamiliarity,
  type FamiliarityBill,
  type FamiliarityCorrelation,
  textKinds,
} from "../../results/familiarity/familiarity.ts";
import { formatTable } from "../output.ts";
import { joinLines, type Text } from "../styled-text.ts";

/** The mean probability of a token in each text of each competition. */
export function describeTexts(competitions: readonly CompetitionFamiliarity[]): Text {
  const rows = competitions.map(({ competitionId, texts }) => [
    ...textKinds.map((kind) => texts.find((text) => text.kind === kind)?.meanProbability.toFixed(3) ?? "-"),
    competitionId,
  ]);
  return joinLines(["Mean probability of a token:", formatTable([...textKinds, "competition"], rows)]);
}

export function describeCorrelations(correlations: readonly FamiliarityCorrelation[]): Text {
  const rows = correlations.map(({ results, kind, competitions, correlation, pValue }) => [
    kind,
    correlation?.toFixed(2) ?? "-",
    pValue?.toFixed(3) ?? "-",
    competitions,
    results,
  ]);
  const header = ["text", "correlation", "p", "competitions", "results"];
  return joinLines(["", "Rank correlation with the mean percentile:", formatTable(header, rows)]);
}

export function describeBill({ calls, inputTokens, outputTokens, cost }: FamiliarityBill): string {
  const price = cost === null ? "at an unknown price" : `for ${formatDollars(cost)}`;
  return `${calls} calls, ${inputTokens} tokens in and ${outputTokens} out, ${price}.`;
}
