import { z } from "zod";
import type { Ask, Background } from "../parts.ts";
import type { Card } from "./card.ts";
import { rankCards } from "./rank-cards.ts";

/** So many of the best matches are offered to the model. */
const offered = 15;

/** The cards for a task, and why these. */
export interface ChosenCards {
  readonly cards: readonly Card[];
  readonly why: "chosen by the model" | "best match by words";
}

const answer = z.object({ cards: z.array(z.string()) });

/** Lets the model choose among the cards that match the task best. Without a usable answer, the best matches count. */
export async function chooseCards(
  cards: readonly Card[],
  { task, most, ask }: { readonly task: string; readonly most: number; readonly ask: Ask },
): Promise<ChosenCards> {
  const candidates = rankCards(cards, task).slice(0, offered);
  const byWords = { cards: candidates.slice(0, most), why: "best match by words" } as const;
  if (candidates.length <= most) return byWords;
  const list = candidates.map(({ name, title, data, tasks, tags }) =>
    [`- ${name}: ${title}`, [...data, ...tasks, ...tags].join(", ")].join(". "),
  );
  const chosen = await ask.json(
    {
      key: "knowledge",
      role: "utility",
      prompt: {
        system: `You choose reference cards for an engineer who works on a machine-learning task. Answer with JSON only: {"cards": [names]}.`,
        sections: [
          { title: "Task", text: task },
          { title: "Cards", text: list.join("\n") },
          {
            title: "Answer",
            text: `Name the ${most} cards that help most with this task, the most useful first. Cover the kind of data, a suitable model and the metric.`,
          },
        ],
      },
    },
    answer,
  );
  const names = [...new Set(chosen?.cards ?? [])];
  const known = names.flatMap((name) => candidates.find((card) => card.name === name) ?? []).slice(0, most);
  return known.length === 0 ? byWords : { cards: known, why: "chosen by the model" };
}

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
