import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createEvaluator } from "../../../../src/agents/search/evaluators/index.ts";
import type { EventOf, SearchEvent } from "../../../../src/agents/search/events.ts";
import type { Agent, AgentEvent, AgentTask } from "../../../../src/contracts/agent.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { anythingIsValid } from "../../act-in.ts";
import { actAsTest, answers, drafts, searchIn, testAgent } from "../core-ground.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");

/** Programs that are wrong about different rows: only their mean is right. */
const program = (first: number, second: number): string => `import { writeFileSync } from "node:fs";
writeFileSync(process.env.OUTPUT_DIR + "/final_submission.csv", "id,score\\n1,${first}\\n2,${second}\\n");
`;
const killed = new Error("The host was killed.");

/** Two drafts, then what the loop adds: their combination. Scores are those of a rehearsal; `onScore` learns of each. */
function combining(onScore: () => void): Agent {
  const agent = testAgent(drafts(2));
  const act = (task: AgentTask) => {
    const score = async (path: string) => {
      onScore();
      const found = await anythingIsValid(task.sandbox, path);
      const rows = Buffer.from((await task.sandbox.readFile(path))!)
        .toString()
        .trim()
        .split("\n")
        .slice(1);
      const error = rows.reduce((sum, row) => sum + Math.abs(Number(row.split(",")[1]) - 0.5), 0);
      return { ...found, score: 1 - error };
    };
    const rehearsed = { ...task, rehearsals: [{ seed: 0, data: publicData, score }] };
    return actAsTest(rehearsed, drafts(2), { evaluator: createEvaluator("rehearsal", rehearsed) });
  };
  return { ...agent, act };
}

interface Death {
  /** Instead of recording the event of that number. */
  readonly atEvent?: number;
  /** Instead of giving the score of that number. */
  readonly atScore?: number;
}

async function search(folder: string, earlier: readonly AgentEvent[], { atEvent, atScore }: Death = {}) {
  const events = [...earlier];
  let scores = 0;
  const agent = combining(() => {
    scores += 1;
    if (scores === atScore) throw killed;
  });
  const record = (event: AgentEvent): void => {
    if (events.length === atEvent) throw killed;
    events.push(JSON.parse(JSON.stringify(event)));
  };
  const model = answers((title) => (title.includes("_1 ") ? program(0.1, 0.7) : program(0.9, 0.4)));
  const end = await searchIn(publicData, {
    agent,
    model,
    task: { record, ...(earlier.length === 0 ? {} : { earlier }) },
    settings: { workspace: `${folder}/workspace`, ...(earlier.length === 0 ? {} : { continued: true }) },
  }).then(
    (acted) => acted.end.exitCode,
    (error: unknown) => error,
  );
  return { end, events, scores };
}

const of = <Type extends SearchEvent["type"]>(events: readonly AgentEvent[], type: Type): EventOf<Type>[] =>
  (events as unknown as SearchEvent[]).filter((event): event is EventOf<Type> => event.type === type);
const submissionOf = (folder: string): string => readFileSync(`${folder}/workspace/submission/submission.csv`, "utf8");
/** What may happen once, without hosts that go on. */
const story = (events: readonly AgentEvent[]): string[] =>
  events
    .map(({ type, experiment, number }) => `${type} ${experiment ?? number ?? ""}`)
    .filter((each) => each !== "continued ");

const whole = await search(place("whole"), []);
const first = whole.events.findIndex(({ type, step }) => type === "decided" && step === 2);

test("two programs are combined into one that is better", () => {
  expect(whole.end).toBe(0);
  expect(of(whole.events, "banked").at(-1)).toMatchObject({ experiment: "experiment_3" });
  expect(submissionOf(place("whole"))).not.toBe("");
  expect(whole.events.slice(first).map(({ type }) => type)).toEqual([
    ...["decided", "experiment", "coded", "checked", "evaluated", "ensembled", "ended", "banked"],
    ...["step", "decided", "finished"],
  ]);
});

const events = whole.events.slice(first, first + 8).map(({ type }, index) => [type, first + index] as const);
test.for(events)("killed before it records `%s`, the combination is made once", async ([type, atEvent]) => {
  const folder = place(`killed-${type}-${atEvent}`);
  const dead = await search(folder, [], { atEvent });
  expect(dead.end).toBe(killed);
  const again = await search(folder, dead.events);
  expect(again.end).toBe(0);
  expect(story(again.events)).toEqual(story(whole.events));
  expect(submissionOf(folder)).toBe(submissionOf(place("whole")));
});

test.for([3, 4, whole.scores])("killed at score %i, it finds the same combination", async (atScore) => {
  const folder = place(`killed-score-${atScore}`);
  const dead = await search(folder, [], { atScore });
  expect(dead.end).toBe(killed);
  const again = await search(folder, dead.events);
  expect(again.end).toBe(0);
  expect(story(again.events)).toEqual(story(whole.events));
  expect(of(again.events, "ensembled")).toEqual(of(whole.events, "ensembled"));
});
