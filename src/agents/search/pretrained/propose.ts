import { z } from "zod";
import type { Ask } from "../parts.ts";

const texts = z.array(z.string()).catch([]).default([]);
const answer = z.object({ models: texts, searches: texts });

const mostModels = 5;
const mostSearches = 3;
const longestSearch = 60;

/** Names of models, and words to search for more. */
export interface Proposal {
  readonly models: readonly string[];
  readonly searches: readonly string[];
}

/** Asks the model what could help. Null when its answer cannot be used. */
export async function proposeModels(task: string, ask: Ask): Promise<Proposal | null> {
  const proposed = await ask.json(
    {
      key: "pretrained",
      role: "utility",
      prompt: {
        system: "You know the pretrained models of the Hugging Face hub. Answer with JSON only.",
        sections: [
          { title: "Task", text: task },
          { title: "What to do now", text: request },
        ],
      },
    },
    answer,
  );
  if (proposed === null) return null;
  const searches = proposed.searches.map((words) => words.replaceAll(/[^\p{L}\p{N}.-]+/gu, " ").trim());
  return {
    models: [...new Set(proposed.models.map((name) => name.trim()))].slice(0, mostModels),
    searches: [...new Set(searches)]
      .filter((words) => words !== "" && words.length <= longestSearch)
      .slice(0, mostSearches),
  };
}

const request =
  `Propose pretrained models of at most 10 billion parameters that a program for this task could fine-tune or take features from: two to ` +
  `${mostModels} by their full names (owner/name), and up to ${mostSearches} searches of a few words for more, such as an architecture and a kind of data. ` +
  "Do not search for the task itself or for solutions of it. Propose nothing when pretrained models would not help.\n\n" +
  'Answer: {"models": ["owner/name", ...], "searches": ["words", ...]}';
