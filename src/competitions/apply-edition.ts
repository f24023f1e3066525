import type { Competition, CompetitionDefinition } from "../contracts/competition.ts";
import type { Edition } from "../facts/editions.ts";
import type { CompetitionFacts } from "../facts/facts.ts";

/** A competition in one edition: its definition and facts with that edition's changes. */
export function applyEdition(
  definition: CompetitionDefinition,
  facts: CompetitionFacts,
  edition: Edition,
): Competition {
  const { editions, ...base } = definition;
  const { reason: _, facts: changedFacts, ...changed } = editions?.[edition] ?? { reason: "" };
  return { ...base, ...changed, edition, facts: { ...facts, ...changedFacts } };
}
