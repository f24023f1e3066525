import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolder } from "../../../facts/data-folder.ts";
import { didYouMean } from "../../../lib/did-you-mean.ts";
import { UsageError } from "../../../lib/errors.ts";
import { type Card, parseCard } from "./card.ts";

/** The cards that ship with this package. */
const ownFolder = fileURLToPath(new URL("knowledge/", dataFolder));

/** A card is a page, not a book. */
const mostBytes = 100_000;

/**
 * The cards of this package and those of a user's folder, by name. One of the user's replaces ours of the same name.
 *
 * @throws UsageError for a folder without cards, and for a card that cannot be read or is related to one that does not exist.
 */
export function readCards(userFolder?: string): Card[] {
  const own = cardsIn(ownFolder);
  const users = userFolder === undefined ? [] : cardsIn(userFolder);
  if (userFolder !== undefined && users.length === 0) {
    throw new UsageError(`There are no knowledge cards (*.md) in ${userFolder}.`);
  }
  const kept = own.filter(({ name }) => users.every((card) => card.name !== name));
  const names = [...kept, ...users].map(({ name }) => name);
  for (const card of kept) requireLinks(ownFolder, card, names);
  for (const card of users) requireLinks(userFolder!, card, names);
  return [...kept, ...users];
}

function requireLinks(folder: string, { name, related }: Card, known: readonly string[]): void {
  const unknown = related.find((other) => !known.includes(other));
  if (unknown === undefined) return;
  const file = join(folder, `${name}.md`);
  throw new UsageError(`${file}: related: There is no card \`${unknown}\`.${didYouMean(unknown, known)}`);
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
