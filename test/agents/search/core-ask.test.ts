import { expect, test } from "vitest";
import { z } from "zod";
import { askThrough } from "../../../src/agents/search/ask.ts";
import { extractJson } from "../../../src/agents/search/extract-json.ts";
import { SearchJournal } from "../../../src/agents/search/journal.ts";
import { makeSlots } from "../../../src/agents/search/slots.ts";
import type { AgentEvent } from "../../../src/contracts/agent.ts";
import { answers } from "./core-ground.ts";

const schema = z.object({ ids: z.array(z.string()) });
const question = {
  key: "step-1/select",
  role: "reasoning",
  prompt: { system: "", sections: [{ title: "Ideas", text: "a, b" }] },
};

/** Asks for JSON; the model gives these answers in turn. */
async function ask(texts: readonly string[], earlier: readonly AgentEvent[] = []) {
  const left = [...texts];
  const model = answers(() => left.shift()!);
  const events = [...earlier];
  const journal = new SearchJournal({ record: (event) => events.push(event), earlier });
  const { signal } = new AbortController();
  const asking = askThrough({ journal, model, signal, waited: () => undefined });
  return { answer: await asking.json(question, schema), calls: model.asked.length, events };
}

test.for([
  ["alone", '{"ids": ["a"]}'],
  ["in a fence", 'I think:\n```json\n{"ids": ["a"]}\n```\nDone.'],
  ["in a sentence", 'My {choice} is {"ids": ["a"]}, because "}" is a bracket.'],
  ["after JSON of another shape", '{"thoughts": [1]} and then {"ids": ["a"]}'],
])("finds JSON %s", ([, text]) => {
  expect(extractJson(text!, schema)).toEqual({ value: { ids: ["a"] } });
});

test("says what is wrong with an answer, and is done with hostile ones in time", () => {
  expect(extractJson("", schema)).toEqual({ problem: "It contains no JSON." });
  expect(extractJson('{"ids": 1}', schema)).toMatchObject({ problem: expect.stringContaining("at ids") });
  expect(extractJson("{".repeat(2 ** 20), schema)).toEqual({ problem: "It contains no JSON." });
});

test("asks once more when an answer cannot be used, and then gives up", async () => {
  expect(await ask(["no", '{"ids": ["b"]}'])).toMatchObject({ answer: { ids: ["b"] }, calls: 2 });
  expect(await ask(["no", "still no"])).toMatchObject({ answer: null, calls: 2 });
});

test("does not ask again what was answered, and keeps at most a megabyte of an answer", async () => {
  const first = await ask(["x".repeat(2 ** 21), '{"ids": ["b"]}']);
  expect(first.events[0]).toMatchObject({ type: "asked", key: "step-1/select", call: 1, isCut: true });
  expect((first.events[0] as { text?: string }).text).toHaveLength(2 ** 20);
  expect(await ask([], first.events)).toMatchObject({ answer: { ids: ["b"] }, calls: 0 });
});

test("graphics cards are divided among slots, and shared where there are too few", () => {
  const cards = (count: number, all: number, named: string[] = []) =>
    makeSlots(count, all, named).map((slot) => slot.cards);
  expect(cards(2, 4)).toEqual([
    ["0", "2"],
    ["1", "3"],
  ]);
  expect(cards(3, 2, ["5", "7"])).toEqual([["5"], ["7"], ["5"]]);
  expect(cards(2, 0)).toEqual([[], []]);
});
