import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolder } from "../../../facts/data-folder.ts";
import { UsageError } from "../../../lib/errors.ts";
import { type Card, parseCard } from "./card.ts";

/** The cards that ship with this package. */
const ownFolder = fileURLToPath(new URL("knowledge/", dataFolder));

/** A card is a page, not a book. */
const mostBytes = 100_000;

/**
 * The cards of this package and those of a user's folder, by name. One of the user's replaces ours of the same name.
 *
 * @throws UsageError for a folder without cards, and for a card that cannot be read.
 */
export function readCards(userFolder?: string): Card[] {
  const own = cardsIn(ownFolder);
  if (userFolder === undefined) return own;
  const users = cardsIn(userFolder);
  if (users.length === 0) throw new UsageError(`There are no knowledge cards (*.md) in ${userFolder}.`);
  return [...own.filter(({ name }) => users.every((card) => card.name !== name)), ...users];
}

function cardsIn(folder: string): Card[] {
  return namesIn(folder).map((name) => {
    const file = join(folder, name);
    if (statSync(file).size > mostBytes) {
      throw new UsageError(`The knowledge card ${file} is larger than ${mostBytes / 1000} kB.`);
    }
    return parseCard(file, basename(name, ".md"), readFileSync(file, "utf8"));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .sort();
  } catch (error) {
    throw new UsageError(`The folder of knowledge cards cannot be read: ${(error as Error).message}.`);
  }
}
