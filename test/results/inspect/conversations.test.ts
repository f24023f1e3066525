import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Journal } from "../../../src/lib/journal/journal.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";
import { listRuns } from "../../../src/results/export/run-entry.ts";
import { runSample } from "../../../src/results/inspect/run-sample.ts";
import { readResultSet } from "../../../src/results/read-result-sets.ts";
import type { RunEvent } from "../../../src/runs/record/run-events.ts";
import { aCall } from "../../support/calls.ts";
import { type CheckedSample, inspectSample } from "../../support/inspect-log.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const group = place("mine");
const folderOf = (id: string) => join(group, `${id}_seed-0`);

beforeAll(() => makeRunGroup(group, { name: "mine", competitions: ["demo-a", "demo-b", "demo-c"], seeds: [0] }));

async function sampleOf(id: string): Promise<CheckedSample> {
  const entries = [...listRuns([await readResultSet(group, place())])];
  return inspectSample.parse(runSample(entries.find(({ competitionId }) => competitionId === id)!, 1));
}

function inputsOf({ events, events_data }: CheckedSample): string[][] {
  return events.flatMap((event) =>
    event.event === "model"
      ? [event.input_refs.flatMap(([from, to]) => events_data.messages.slice(from, to).map(({ content }) => content))]
      : [],
  );
}

describe("conversations in a log", () => {
  test("of a program that speaks Anthropic's protocol, whose instructions are apart and repeated", async () => {
    const ledger = new Ledger(folderOf("demo-a"));
    const call = (number: number, messages: unknown[], content: unknown[], system = "Be brief.") => {
      const request = {
        model: "claude",
        system,
        messages,
        tools: [
          {
            name: "Bash",
            description: "Runs it.",
            input_schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
          },
        ],
      };
      const answer = { model: "claude-1", content, stop_reason: "tool_use" };
      const hashes = { request: ledger.keep(request).hash, answer: ledger.keep(answer).hash };
      const startedAt = `2026-01-01T00:0${number}:00.000Z`;
      ledger.append({
        ...aCall,
        ...hashes,
        number,
        startedAt,
        protocol: "anthropic-messages",
        model: "anthropic/claude",
        finishReason: "tool-calls",
      });
    };
    const first = { role: "user", content: "Solve it." };
    const use = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } };
    const result = { type: "tool_result", tool_use_id: "t1", content: "No such file", is_error: true };
    call(1, [first], [{ type: "text", text: "I look." }, use]);
    const second = [
      first,
      { role: "assistant", content: [{ type: "text", text: "I look." }, use] },
      { role: "user", content: [result] },
    ];
    call(2, second, [{ type: "text", text: "Again." }]);
    // A summary takes the place of what was said: the conversation begins again.
    call(3, [{ role: "user", content: "So far: nothing." }], [{ type: "text", text: "Done." }]);
    ledger.close();
    const sample = await sampleOf("demo-a");
    expect(inputsOf(sample)).toEqual([
      ["Be brief.", "Solve it."],
      ["Be brief.", "Solve it.", "I look.", "No such file"],
      ["Be brief.", "So far: nothing."],
    ]);
    expect(sample.events_data.messages.filter(({ role }) => role === "system")).toHaveLength(1);
    expect(sample.messages.map(({ content }) => content)).toEqual([
      "Be brief.",
      "Solve it.",
      "I look.",
      "No such file",
      "Again.",
      "So far: nothing.",
      "Done.",
    ]);
    const [tool] = sample.events.filter((event) => event.event === "tool");
    expect(tool).toMatchObject({ function: "Bash", failed: true, error: { type: "unknown", message: "No such file" } });
    const models = sample.events.filter((event) => event.event === "model");
    expect(models[0]).toMatchObject({ tools: [{ name: "Bash", parameters: { required: ["command"] } }] });
    expect(sample.output.completion).toBe("Done.");
  });

  test("of an agent that called models with a key of its own, from what it recorded", async () => {
    const journal = Journal.open<RunEvent>(join(folderOf("demo-b"), "events.jsonl"));
    const record = (event: Extract<RunEvent, { type: "agent" }>["event"]) =>
      journal.append({ type: "agent", elapsedMs: 5, event });
    const spent = { inputTokens: 100, outputTokens: 20, cost: 0.5 };
    record({ type: "message", role: "user", text: "Solve it." });
    record({
      type: "answer",
      text: "I run it.",
      toolCalls: [{ id: "1", name: "shell", arguments: { cmd: "ls" } }],
      ...spent,
    });
    record({ type: "result", callId: "1", text: "train.csv" });
    record({ type: "answer", text: "Done.", toolCalls: [], ...spent });
    record({ type: "note", text: "It stopped early." });
    journal.close();
    const sample = await sampleOf("demo-b");
    expect(inputsOf(sample)).toEqual([["Solve it."], ["Solve it.", "I run it.", "train.csv"]]);
    expect(sample.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(new Set(sample.messages.map(({ id }) => id)).size).toBe(4);
    const [tool] = sample.events.filter((event) => event.event === "tool");
    expect(tool).toMatchObject({ function: "shell", arguments: { cmd: "ls" }, result: "train.csv" });
    expect(sample.output).toMatchObject({ model: "mlebench/baseline", usage: { input_tokens: 100, total_cost: 0.5 } });
    expect(sample.input).toBe("Solve it.");
    expect(JSON.stringify(sample.events)).toContain("It stopped early.");
  });

  test("are absent where nothing was said; the end of the output is there", async () => {
    const sample = await sampleOf("demo-c");
    expect([sample.messages, sample.output.choices]).toEqual([[], []]);
    const infos = sample.events.flatMap((event) => (event.event === "info" ? [event.data] : []));
    expect(infos).toContainEqual({ type: "output", end_of_log: expect.stringContaining("fold 5 of 5") });
  });
});
