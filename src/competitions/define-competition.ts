import type { CompetitionDefinition } from "../contracts/competition.ts";

/** Returns its argument; it exists so that a competition file is type-checked where it is written. */
export function defineCompetition(definition: CompetitionDefinition): CompetitionDefinition {
  return definition;
}
