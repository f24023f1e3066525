import type { EventOf, SearchEvent } from "../../../src/agents/search/events.ts";
import { actScripted } from "../react/act-scripted.ts";

/** An answer with a program that copies the sample submission and reports a score. `before` is code that runs first. */
export const program = (score: number, before = ""): string => `Copies the sample.

\`\`\`js
import { copyFileSync, writeFileSync } from "node:fs";
const { DATA_DIR, OUTPUT_DIR } = process.env;
${before}
copyFileSync(DATA_DIR + "/sample_submission.csv", OUTPUT_DIR + "/final_submission.csv");
writeFileSync(OUTPUT_DIR + "/result.json", JSON.stringify({ score: ${score} }));
\`\`\`
`;

interface ScriptedSearch {
  readonly agent: string;
  readonly publicData: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the model answers when it is asked for a program; the first whose expression matches the prompt. */
  readonly code: readonly { readonly when?: string; readonly text: string }[];
  /** What it answers to everything else. */
  readonly otherwise: string;
}

/** What a search with a scripted model recorded, in a local sandbox with Node.js programs that report their own scores. */
export async function searchScripted({ agent, publicData, settings = {}, code, otherwise }: ScriptedSearch) {
  const rules = code.map(({ when, text }) => ({
    when: { system: "You are an experienced machine-learning engineer", ...(when === undefined ? {} : { last: when }) },
    text,
  }));
  const acted = await actScripted({
    agent,
    // JSON is YAML.
    script: JSON.stringify({ rules, otherwise }),
    publicData,
    settings: { program: "main.mjs", evaluator: "self-reported", knowledge: false, ...settings },
  });
  const of = <Type extends SearchEvent["type"]>(type: Type): EventOf<Type>[] =>
    (acted.events as unknown as SearchEvent[]).filter((event): event is EventOf<Type> => event.type === type);
  return { ...acted, of };
}
