import type { CompetitionDefinition } from "../contracts/competition.ts";

/** Returns its argument. Type-checks a competition where it is defined, in this package or outside it. */
export function defineCompetition(definition: CompetitionDefinition): CompetitionDefinition {
  return definition;
}
