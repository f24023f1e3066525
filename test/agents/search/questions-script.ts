import { answerWith, groupMeans } from "./scripted-search.ts";

/** Settings of a small search that asks its model everything that a search can ask. */
export const everyQuestion = {
  policy: "idea-tree",
  program: "main.mjs",
  evaluator: "review",
  steps: 2,
  node_expansion_limit: 1,
  node_expansion_new_childs_count: 2,
  code_debug_tries: 1,
  knowledge: true,
  report_summary: true,
} as const;

/** Every answer is one call, one token and, at a dollar per token, one dollar: a limit of three means the same for each. */
const usage = { input: 1, output: 0 };
export const dollarPerToken = "scripted/*: { input: 1000000, output: 1000000 }\n";

const broken = answerWith("The means by nothing.", 'throw new Error("it does not work yet");\n');
const repaired = answerWith("The means by species.", groupMeans(["species"]));
const better = answerWith("The means by species and window.", groupMeans(["species", "window"]));

/** What the model answers: the first program is broken, and repaired when the model sees that. */
export function questionsScript(more: Readonly<Record<string, unknown>> = {}): string {
  const lead = "You lead the search";
  const ideas = { ideas: [{ idea: "Look at the kind of plant." }, { idea: "Look at the light." }] };
  const review = { problem: null, score: 0.6, summary: "It works." };
  const rules = [
    { when: { system: "reference cards" }, text: '{"cards": []}' },
    { when: { system: "You review the output" }, text: JSON.stringify(review) },
    { when: { system: "You report on experiments" }, text: "Means work." },
    { when: { system: lead, last: '"select"' }, text: '{"select": ["idea_1"]}' },
    { when: { system: lead, last: '"expand"' }, text: '{"expand": ["experiment_1"]}' },
    { when: { system: lead, last: '"prune"' }, text: '{"prune": []}' },
    { when: { system: lead }, text: JSON.stringify(ideas) },
    { when: { last: "it does not work yet" }, text: repaired },
    { when: { any: "means by species" }, text: better },
  ];
  const all = [...rules, { text: broken }].map((answer) => ({ ...answer, usage, ...more }));
  // JSON is YAML.
  return JSON.stringify({ rules: all.slice(0, -1), otherwise: all.at(-1) });
}
