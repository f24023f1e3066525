import type { SearchJournal } from "../journal.ts";
import type { Ask, Background } from "../parts.ts";
import { chooseCards, tellCards } from "./choose-cards.ts";
import { readCards } from "./read-cards.ts";

/** How many cards prompts use, and how many characters of them. */
const mostCards = 4;
const mostCharacters = 12_000;

/** Chooses cards for the task and records which. Made again after an interruption, the choice is the same. */
export async function useCards(
  journal: SearchJournal,
  { task, ask, folder }: { readonly task: string; readonly ask: Ask; readonly folder: string | undefined },
): Promise<Background["knowledge"]> {
  const { cards, why } = await chooseCards(readCards(folder), { task, most: mostCards, ask });
  if (journal.last("knowledge") === undefined) {
    journal.add({ type: "knowledge", cards: cards.map(({ name }) => ({ name, why })) });
  }
  return tellCards(cards, mostCharacters);
}
