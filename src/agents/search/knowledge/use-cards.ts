import type { SearchJournal } from "../journal.ts";
import type { Ask, Background } from "../parts.ts";
import { collectCards } from "./collect-cards.ts";
import { readCards } from "./read-cards.ts";
import type { CardWalk } from "./settings.ts";
import { tellCards } from "./tell-cards.ts";

/** How many characters of the cards prompts use. */
const mostCharacters = 16_000;

interface CardUse {
  readonly task: string;
  readonly ask: Ask;
  readonly folder: string | undefined;
  readonly walk: CardWalk;
}

/** Collects cards for the task and records which. Made again after an interruption, the choice is the same. */
export async function useCards(
  journal: SearchJournal,
  { folder, ...collecting }: CardUse,
): Promise<Background["knowledge"]> {
  const { cards, fallbacks } = await collectCards(readCards(folder), collecting);
  if (journal.last("knowledge") === undefined) {
    const used = cards.map(({ card: { name }, why }) => ({ name, why }));
    journal.add({ type: "knowledge", cards: used, ...(fallbacks.length === 0 ? {} : { fallbacks: [...fallbacks] }) });
  }
  return tellCards(
    cards.map(({ card }) => card),
    mostCharacters,
  );
}
