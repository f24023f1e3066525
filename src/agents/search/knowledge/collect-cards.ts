import { z } from "zod";
import { choose } from "../choose.ts";
import { cutToTokens } from "../memory/tokens.ts";
import type { Ask } from "../parts.ts";
import type { Card } from "./card.ts";
import { rankCards } from "./rank-cards.ts";
import type { CardWalk } from "./settings.ts";

/** A card that prompts use, and how it was found. */
export interface CollectedCard {
  readonly card: Card;
  readonly why: string;
}

interface Collection {
  readonly cards: readonly CollectedCard[];
  /** Where a model's answer could not be used and the ranking by words decided. */
  readonly fallbacks: readonly string[];
}

interface Collecting {
  readonly task: string;
  readonly ask: Ask;
  readonly walk: CardWalk;
}

const mostCollectedTokens = 6000;
const runnersUp = 3;
const answer = z.object({ cards: z.array(z.string()) });

/**
 * Finds the cards whose words match the task best, then lets the model walk from them along their links: in each round it
 * sees what is collected and the titles of related cards, and chooses. It ends the walk by choosing nothing.
 */
export async function collectCards(all: readonly Card[], collecting: Collecting): Promise<Collection> {
  const { task, walk } = collecting;
  const matches = rankCards(all, task);
  const ranked = [...new Set([...matches, ...all])];
  const { search_node_type: kind, search_top_k: most } = walk;
  const ofKind = matches.filter((card) => kind === "any" || card.kind === kind);
  const found = ofKind.slice(0, most);
  // Words mislead at times, so the next best are offered as well.
  const close = ofKind.slice(most, most + runnersUp);
  const cards: CollectedCard[] = found.map((card) => ({
    card,
    why: `${card.kind} that matches the task's words best`,
  }));
  const fallbacks = found.length > 0 ? [] : [`Knowledge: no card of the kind ${kind} matches the task's words.`];
  for (let round = 1; round <= walk.navigation_steps; round += 1) {
    const offered = offer(cards, ranked, close);
    if (offered.length === 0) break;
    const next = await chooseNext(collecting, { round, cards, offered });
    fallbacks.push(...next.remarks);
    if (next.cards.length === 0) break;
    cards.push(...next.cards);
  }
  return { cards, fallbacks };
}

/** What links lead to and is not collected yet, best match by words first; cards without links, and close ones, always. */
function offer(collected: readonly CollectedCard[], ranked: readonly Card[], close: readonly Card[]): Card[] {
  const linked = new Set(ranked.flatMap(({ name, related }) => (related.length === 0 ? [] : [name, ...related])));
  return ranked.filter(
    (card) =>
      collected.every((each) => each.card.name !== card.name) &&
      (!linked.has(card.name) || close.includes(card) || collected.some((each) => areRelated(each.card, card))),
  );
}

function areRelated(one: Card, other: Card): boolean {
  return one.related.includes(other.name) || other.related.includes(one.name);
}

interface Crossroads {
  readonly round: number;
  readonly cards: readonly CollectedCard[];
  readonly offered: readonly Card[];
}

async function chooseNext({ task, ask, walk }: Collecting, { round, cards, offered }: Crossroads) {
  const most = walk.expansion_limit;
  const collected = cards.map(({ card: { title, advice } }) => `### ${title}\n${advice}`).join("\n\n");
  const sections = [
    { title: "Task", text: task },
    { title: "Cards so far", text: cutToTokens(collected, mostCollectedTokens) },
    { title: "Related cards", text: offered.map(({ name, title }) => `- ${name}: ${title}`).join("\n") },
    { title: "What to do now", text: request(most) },
  ];
  const named = await ask.json({ key: `knowledge/${round}`, role: "utility", prompt: { system, sections } }, answer);
  const what = `Knowledge, round ${round}`;
  const known = offered.map(({ name }) => name);
  const { ids, remarks } = choose(what, named?.cards ?? null, known, most);
  const from = (name: string): CollectedCard => {
    const card = offered.find((each) => each.name === name)!;
    const origin = cards.find((each) => areRelated(each.card, card))?.card.name;
    const by = ids.length > 0 ? "chosen by the model" : "best match by words";
    return { card, why: `${by} in round ${round}${origin === undefined ? "" : `, related to ${origin}`}` };
  };
  if (ids.length > 0 || named?.cards.length === 0) return { cards: ids.map(from), remarks };
  const byRule = known.slice(0, most);
  return { cards: byRule.map(from), remarks: [...remarks, `${what}: by rule, ${byRule.join(", ")}.`] };
}

const system = `You choose reference cards for an engineer who works on a machine-learning task. Answer with JSON only: {"cards": [names]}.`;

function request(most: number): string {
  return (
    `Name at most ${most} of the related cards that help with this task and add to those so far, the most useful first. Together, the ` +
    "cards should cover the kind of data, a suitable model and the metric. Name none when nothing useful is missing."
  );
}
