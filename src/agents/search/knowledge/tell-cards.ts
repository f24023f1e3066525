import type { Background } from "../parts.ts";
import type { Card } from "./card.ts";

/** What prompts say of cards, each text within a number of characters. Cards that do not fit are left out. */
export function tellCards(cards: readonly Card[], mostCharacters: number): Background["knowledge"] {
  const tell = (text: (card: Card) => string): string => {
    let told = "";
    for (const card of cards) {
      const next = text(card) === "" ? "" : `### ${card.title}\n${text(card)}\n\n`;
      if (told.length + next.length <= mostCharacters) told += next;
    }
    return told.trim();
  };
  return { ideas: tell(({ advice }) => advice), code: tell(({ code }) => code) };
}
