import type { Competition } from "../contracts/competition.ts";
import { defaultEdition, requireEdition } from "../facts/editions.ts";
import { loadFacts } from "../facts/facts.ts";
import { applyEdition } from "./apply-edition.ts";
import { loadDefinition } from "./index.ts";

/**
 * The facts and code of one competition in one edition. Reads only that competition's files.
 *
 * @throws UsageError if there is no such competition (with similar ids) or no such edition.
 */
export async function getCompetition(
  id: string,
  options: { readonly edition?: string | undefined } = {},
): Promise<Competition> {
  const edition = requireEdition(options.edition ?? defaultEdition);
  const facts = loadFacts(id);
  return applyEdition(await loadDefinition(id), facts, edition);
}
