/** A program that predicts the mean of the target by the values of some columns. Works on any cut of the demo's tables. */
export function groupMeans(columns: readonly string[], before = ""): string {
  return `import { readFileSync, writeFileSync } from "node:fs";
${before}
const table = (name) => {
  const [head, ...rows] = readFileSync(process.env.DATA_DIR + "/" + name, "utf8").trim().split("\\n").map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i], cell])));
};
const key = (row) => ${JSON.stringify(columns)}.map((name) => row[name]).join("/");
const sums = new Map();
for (const row of table("train.csv")) {
  const [sum, count] = sums.get(key(row)) ?? [0, 0];
  sums.set(key(row), [sum + Number(row.flowers), count + 1]);
}
const predict = (row) => { const [sum, count] = sums.get(key(row)) ?? [0, 0]; return (sum + 5) / (count + 10); };
const lines = table("test.csv").map((row) => row.plant_id + "," + predict(row));
writeFileSync(process.env.OUTPUT_DIR + "/final_submission.csv", ["plant_id,flowers", ...lines, ""].join("\\n"));
console.log("groups:", sums.size);
`;
}

/** A model's answer with such a program. What it says first is in the prompts of later experiments. */
export function answerWith(plan: string, program: string): string {
  return `${plan}\n\n\`\`\`js main.mjs\n${program}\`\`\`\n`;
}

/** A model that drafts, drafts again, and then improves: each answer follows from what the prompt says of earlier ones. */
export function searchScript(options: { readonly delay?: string; readonly before?: string } = {}): string {
  const { delay, before } = options;
  const slow = delay === undefined ? {} : { delay };
  const answer = (plan: string, columns: readonly string[]) => ({
    text: answerWith(plan, groupMeans(columns, before)),
    ...slow,
  });
  const rules = [
    { when: { system: "reference cards" }, text: '{"cards": []}', ...slow },
    {
      when: { any: "means by species and fertilizer" },
      ...answer("The means by species and window.", ["species", "window"]),
    },
    { when: { any: "means by window" }, ...answer("The means by species and fertilizer.", ["species", "fertilizer"]) },
    { when: { any: "means by species" }, ...answer("The means by window.", ["window"]) },
  ];
  // A script is YAML, which JSON is.
  return JSON.stringify({ rules, otherwise: answer("The means by species.", ["species"]) });
}

interface Slow {
  readonly delay: string;
  readonly before: string;
}

/** A model whose second program fails, and which repairs it when it sees that. */
export function repairScript({ delay, before }: Slow): string {
  const answer = (plan: string, program: string) => ({ text: answerWith(plan, program), delay });
  const broken = 'throw new Error("the second program is broken");\n';
  const rules = [
    {
      when: { any: "the second program is broken" },
      ...answer("The means by window, repaired.", groupMeans(["window"], before)),
    },
    {
      when: { any: "means by species" },
      ...answer("The means by window.", broken),
    },
  ];
  return JSON.stringify({ rules, otherwise: answer("The means by species.", groupMeans(["species"], before)) });
}

/** A model that has ideas, chooses among them by their ids, and writes a program for each. */
export function ideaScript({ delay, before }: Slow): string {
  const ideas = ["species", "window", "fertilizer"].map((column) => ({ idea: `Predict the means by ${column}.` }));
  const program = (columns: readonly string[]) => ({
    text: answerWith(`The means by ${columns.join(" and ")}.`, groupMeans(columns, before)),
    delay,
  });
  const lead = "You lead the search";
  const rules = [
    { when: { system: lead, last: '"select"' }, text: '{"select": ["idea_2", "idea_1"]}', delay },
    { when: { system: lead, last: '"expand"' }, text: '{"expand": ["new"]}', delay },
    { when: { system: lead, last: '"prune"' }, text: '{"prune": []}', delay },
    { when: { system: lead, last: '"keep"' }, text: '{"keep": ["1"]}', delay },
    { when: { system: lead }, text: JSON.stringify({ ideas }), delay },
    ...ideas.map(({ idea }, index) => ({
      when: { last: idea },
      ...program([["species"], ["window"], ["fertilizer"]][index]!),
    })),
  ];
  return JSON.stringify({ rules, otherwise: program(["species", "window"]) });
}

/** The settings of a search that writes three programs and combines what they predict. */
export const combiningSettings = {
  program: "main.mjs",
  policy: "sequence",
  sequence: ["draft", "draft", "draft"],
  steps: 5,
  knowledge: false,
  stages: [
    { name: "combining", from: 0.6, operators: ["ensemble", "draft"] },
    { name: "drafting", operators: ["draft"] },
  ],
};
