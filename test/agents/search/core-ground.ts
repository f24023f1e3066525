import { posix } from "node:path";
import { actAsSearch } from "../../../src/agents/search/act.ts";
import { type EventOf, type SearchEvent, searchEvents } from "../../../src/agents/search/events.ts";
import type { Coder, Decision, Evaluator, Operator, OperatorName, Stage } from "../../../src/agents/search/parts.ts";
import type { SearchParts } from "../../../src/agents/search/search.ts";
import type { Agent, AgentEnd, AgentTask } from "../../../src/contracts/agent.ts";
import type { Model, ModelRequest } from "../../../src/contracts/model.ts";
import type { SandboxSpec } from "../../../src/contracts/sandbox.ts";
import type { SandboxProvider } from "../../../src/contracts/sandbox-kind.ts";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { type Acted, actIn } from "../act-in.ts";

const names: readonly OperatorName[] = ["draft", "improve", "debug", "tune", "ensemble", "adapt-repository"];

export const stage: Stage = {
  name: "full",
  sampleFraction: 1,
  debugSeconds: 60,
  runSeconds: 60,
  operators: names,
  hint: "",
};

/** Prompts that name the operator, the experiment and the version. */
function operator(name: OperatorName): Operator {
  return {
    name,
    prompt: ({ experiment, code }) => ({
      system: "Write a program.",
      sections: [{ title: `${name} ${experiment.id} v${experiment.versions.length + 1}`, text: JSON.stringify(code) }],
    }),
  };
}

/** Writes the model's answer into the entry point; an answer that begins with `no:` is a failure. */
function coder({ sandbox }: AgentTask): Coder {
  return {
    name: "test",
    code: async ({ key, prompt, ask, directory, program }) => {
      const text = await ask.text({ key, role: "coding", prompt });
      if (text.startsWith("no:")) return { summary: "", failure: text };
      await sandbox.writeFile(posix.join(directory, program), text);
      return { summary: `Wrote ${text.length} characters`, failure: null };
    },
  };
}

/** Takes the number that the program reports. */
function evaluator({ sandbox }: AgentTask): Evaluator {
  return {
    evaluate: async ({ output }) => {
      const file = await sandbox.readFile(posix.join(output, "result.json"));
      const score = file === null ? null : JSON.parse(Buffer.from(file).toString()).score;
      return {
        score,
        basis: "self-reported",
        comparable: "self-reported full",
        suspicious: null,
        notes: "none reported",
      };
    },
  };
}

/** What a search did, by default in a local sandbox. `settings` are for its sandbox. */
export async function searchIn(
  publicData: string,
  { agent, model, task = {}, settings = {}, sandboxes = localSandboxes() }: SearchOrder,
): Promise<Acted & { of<Type extends SearchEvent["type"]>(type: Type): EventOf<Type>[] }> {
  const options = { competitionId: "demo-plant-flowering", publicData, settings, task: { model, ...task } };
  const acted = await actIn(sandboxes, agent, options);
  const events = acted.events as unknown as SearchEvent[];
  return { ...acted, of: (type) => events.filter((event): event is EventOf<typeof type> => event.type === type) };
}

interface SearchOrder {
  readonly agent: Agent;
  readonly model: Model;
  readonly task?: Partial<AgentTask>;
  readonly settings?: Partial<SandboxSpec>;
  readonly sandboxes?: SandboxProvider;
}

export type Steps = (step: number) => Partial<Decision>;

/** Parts for tests of the core alone. */
export function testParts(task: AgentTask, steps: Steps, changes: Partial<SearchParts> = {}): SearchParts {
  const nothing: Decision = { ideas: [], pruned: [], actions: [], fallbacks: [] };
  return {
    policy: { next: async ({ step }) => ({ ...nothing, ...steps(step) }) },
    operators: Object.fromEntries(names.map((name) => [name, operator(name)])) as SearchParts["operators"],
    coder: coder(task),
    evaluator: evaluator(task),
    stageAt: () => stage,
    program: "main.mjs",
    steps: 20,
    parallel: 1,
    debugTries: 1,
    coderSeconds: 60,
    ...changes,
  };
}

/** Every step has one experiment: drafts, then changes to the first. */
export const oneByOne =
  (count: number): Steps =>
  (step) =>
    step > count
      ? {}
      : {
          actions: [
            step === 1 ? { operator: "draft", parents: [] } : { operator: "improve", parents: ["experiment_1"] },
          ],
        };

/** One step with so many drafts. */
export const drafts =
  (count: number): Steps =>
  (step) =>
    step > 1 ? {} : { actions: Array.from({ length: count }, () => ({ operator: "draft", parents: [] })) };

/** An agent that searches with such parts. */
export function testAgent(steps: Steps, changes: Partial<SearchParts> = {}): Agent {
  return {
    name: "search",
    events: searchEvents as NonNullable<Agent["events"]>,
    continues: true,
    needs: async () => ({ readOnly: { "/opt/mlebench/node": process.execPath } }),
    act: async (task) => await actAsTest(task, steps, changes),
  };
}

/** Searches with such parts. */
export async function actAsTest(task: AgentTask, steps: Steps, changes: Partial<SearchParts>): Promise<AgentEnd> {
  return await actAsSearch(task, task.model!, testParts(task, steps, changes), { settings: {}, cards: null });
}

/** A model that answers by the title of the last section; every question is kept. */
export function answers(by: (title: string, text: string) => string): Model & { readonly asked: string[] } {
  const asked: string[] = [];
  const model = {
    name: "test/model",
    asked,
    forRole: () => model,
    call: async ({ messages, signal }: ModelRequest) => {
      signal?.throwIfAborted();
      const said = messages.at(-1)!.text;
      const title = /^# (.*)$/m.exec(said)![1]!;
      asked.push(title);
      const unknown = { cacheReadTokens: null, cacheWriteTokens: null, reasoningTokens: null };
      const usage = { inputTokens: 10, outputTokens: 5, ...unknown };
      const answer = { text: by(title, said), toolCalls: [], finishReason: "stop", usage, answeredBy: "test" } as const;
      return { ...answer, cost: 0.5, call: asked.length };
    },
  };
  return model;
}

/** A program that submits one line and reports a score. `before` is code that runs first. */
export function program(score: number, before = ""): string {
  return `import { writeFileSync } from "node:fs";
const out = process.env.OUTPUT_DIR;
${before}
console.log("score", ${score}, process.argv[2] ?? "full");
writeFileSync(out + "/final_submission.csv", "id,score\\n1,${score}\\n");
writeFileSync(out + "/result.json", JSON.stringify({ score: ${score} }));
`;
}
