import type { Competition } from "../contracts/competition.ts";
import { loadFacts } from "../facts/facts.ts";
import { loadDefinition } from "./index.ts";

/**
 * One competition, facts and code. Only that competition's files are read.
 *
 * @throws UsageError with the nearest ids when there is no such competition.
 */
export async function getCompetition(id: string): Promise<Competition> {
  const facts = loadFacts(id);
  return { ...(await loadDefinition(id)), facts };
}
