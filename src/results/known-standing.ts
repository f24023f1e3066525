import { type CompetitionFacts, listKnownIds, loadFacts } from "../facts/facts.ts";
import { type Standing, standingFromFacts } from "../grade/standing.ts";

const facts = new Map<string, CompetitionFacts | null>();
const standings = new Map<string, Standing | null>();

/** The facts of a competition; null for one that is not known here, such as one that another user has added. */
export function knownFacts(competitionId: string): CompetitionFacts | null {
  return once(facts, competitionId, () => (listKnownIds().includes(competitionId) ? loadFacts(competitionId) : null));
}

/** The scores of all teams of a competition; null for one that is not known here. */
export function knownStanding(competitionId: string): Standing | null {
  return once(standings, competitionId, () => {
    const known = knownFacts(competitionId);
    return known === null ? null : standingFromFacts(known);
  });
}

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = make();
  made.set(key, value);
  return value;
}
