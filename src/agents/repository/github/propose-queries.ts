import { z } from "zod";
import { cutToTokens } from "../../search/memory/tokens.ts";
import type { Ask } from "../../search/parts.ts";
import { splitWords } from "../understanding/split-words.ts";

const mostQueries = 3;
const longestQuery = 60;

const answer = z.object({ queries: z.array(z.string()) });

/** What to search for, and what was proposed but is not sent. */
export interface Queries {
  readonly queries: readonly string[];
  readonly notes: readonly string[];
}

/** Asks the model for searches. Where it has none that can be used, words of the task are searched for. */
export async function proposeQueries(task: string, mention: RegExp, ask: Ask): Promise<Queries> {
  const proposed = (await ask.json(question(task), answer))?.queries ?? [];
  // Only words: colons and quotes have a meaning in searches.
  const plain = proposed.map((text) => text.replaceAll(/[^\p{L}\p{N}+#.-]+/gu, " ").trim());
  const short = [...new Set(plain)].filter((text) => text !== "" && text.length <= longestQuery).slice(0, mostQueries);
  const queries = short.filter((text) => !mention.test(text));
  const notes = short
    .filter((text) => mention.test(text))
    .map((text) => `GitHub was not asked for \`${text}\`: that names the competition.`);
  if (queries.length > 0) return { queries, notes };
  const words = wordsOf(task, mention);
  return { queries: words, notes: [...notes, "The model proposed no usable search: words of the task were taken."] };
}

/** Pairs of the most frequent words. */
function wordsOf(task: string, mention: RegExp): string[] {
  const names = new RegExp(mention.source, `${mention.flags}g`);
  const counts = new Map<string, number>();
  for (const word of splitWords(task.replaceAll(names, " "))) {
    if (word.length > 3 && !/\d/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [first, second, third] = [...counts].sort(([, left], [, right]) => right - left).map(([word]) => word);
  const pairs = [
    [first, second],
    [first, third],
    [second, third],
  ];
  return pairs.map((pair) => pair.join(" ").trim()).filter((text) => text !== "" && !mention.test(text));
}

function question(task: string) {
  return {
    key: "repositories/queries",
    role: "reasoning",
    prompt: {
      system: "You know which open-source code helps with machine-learning tasks. Answer with JSON only.",
      sections: [
        { title: "Task", text: cutToTokens(task, 4_000) },
        {
          title: "What to do now",
          text:
            `Propose up to ${mostQueries} searches for Python repositories at GitHub whose code could be adapted to this task: two to four words each, ` +
            "such as a method and a kind of data. Search for methods, never for this competition or for solutions of it.\n\n" +
            'Answer: {"queries": ["words", ...]}',
        },
      ],
    },
  };
}
