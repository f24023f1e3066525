import MiniSearch from "minisearch";
import type { Card } from "./card.ts";

/** What says the most about a card comes first. */
const weights = { title: 3, data: 4, tasks: 3, metrics: 4, tags: 3, models: 2, advice: 1 };

/** Words of every description, which say nothing about the data. */
const common = new Set(
  (
    "a an and are as at be by can for from has have in is it of on or that the this to was were will with you your not all each any " +
    "competition submission submissions file files data test train training csv column columns row rows id value values set team " +
    "prize kaggle rules evaluation description overview participants"
  ).split(" "),
);

/** Cards by how well their words match a description, best first. The same description always gives the same order. */
export function rankCards(cards: readonly Card[], description: string): Card[] {
  const index = new MiniSearch({
    fields: Object.keys(weights),
    idField: "name",
    extractField: (card: Card, field) => {
      const value = card[field as keyof Card];
      return typeof value === "string" ? value : value.join(" ");
    },
    processTerm: (term) => (common.has(term.toLowerCase()) || term.length < 2 ? null : stem(term.toLowerCase())),
  });
  index.addAll(cards);
  const found = index.search(description, { boost: weights, combineWith: "OR" });
  return found.map(({ id }) => cards.find(({ name }) => name === id)!);
}

/** Singular and plural are one word. */
function stem(term: string): string {
  return term.length > 3 && term.endsWith("s") && !term.endsWith("ss") ? term.slice(0, -1) : term;
}
