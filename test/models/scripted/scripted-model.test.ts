import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ModelMessage, ModelRequest, ModelTool } from "../../../src/contracts/model.ts";
import { providerKind } from "../../../src/models/index.ts";
import { parseScript } from "../../../src/models/scripted/read-script.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const options = { environment: {}, settings: {} };

async function open(script: string) {
  writeFileSync(place("script.yaml"), script);
  return await providerKind("scripted").open(place("script.yaml"), options);
}

const tool = (name: string, parameters: object): ModelTool => ({
  name,
  description: "",
  parameters: { ...parameters },
});
const ask = (...messages: ModelMessage[]): ModelRequest => ({ messages });
const user = (text: string): ModelMessage => ({ role: "user", text });
const said = (text: string): ModelMessage => ({ role: "assistant", text, toolCalls: [] });

describe("a scripted model", () => {
  test("answers by turn, no matter who asks and how often", async () => {
    const model = await open("turns: [First, { text: Second, usage: { input: 12, output: 3 } }]\notherwise: Done");
    const first = await model.call(ask(user("Hello")));
    expect(first).toMatchObject({ text: "First", toolCalls: [], finishReason: "stop" });
    expect(first.usage.inputTokens).toBeNull();
    const second = ask(user("Hello"), said("First"), user("Go on"));
    expect(await model.call(second)).toMatchObject({ text: "Second", usage: { inputTokens: 12, outputTokens: 3 } });
    expect(await model.call(second)).toMatchObject({ text: "Second" });
    expect(await model.call(ask(...second.messages, said("Second"), user("More")))).toMatchObject({ text: "Done" });
  });

  test("answers by pattern before it answers by turn", async () => {
    const model = await open(`
rules:
  - { when: { system: "short title", tools: false }, text: A title }
  - { when: { last: "accuracy is 0\\\\.[0-4]" }, text: Try again }
turns: [Start]`);
    expect((await model.call(ask({ role: "system", text: "Write a Short Title" }, user("x")))).text).toBe("A title");
    expect((await model.call(ask(user("x"), said("y"), user("The accuracy is 0.31")))).text).toBe("Try again");
    expect((await model.call(ask(user("x")))).text).toBe("Start");
  });

  test("calls tools with arguments, or a command in whichever shell the agent has", async () => {
    const model = await open("turns: [{ tools: [{ submit: { path: a.csv } }, { shell: make all }] }]");
    const shells = [
      [tool("Bash", { properties: { command: { type: "string" } } }), { command: "make all" }],
      [tool("shell", { properties: { command: { type: "array" } } }), { command: ["bash", "-lc", "make all"] }],
      [
        tool("run_shell_command", {
          properties: { command: { type: "string" }, why: { type: "string" }, background: { type: "boolean" } },
          required: ["command", "background"],
        }),
        { command: "make all", background: false },
      ],
    ] as const;
    for (const [shell, given] of shells) {
      const { toolCalls, finishReason } = await model.call({ messages: [user("x")], tools: [tool("view", {}), shell] });
      expect(toolCalls).toEqual([
        { id: "call_0_0", name: "submit", arguments: { path: "a.csv" } },
        { id: "call_0_1", name: shell.name, arguments: given },
      ]);
      expect(finishReason).toBe("tool-calls");
    }
  });

  test("fails as often as it is told to, then answers", async () => {
    const model = await open(`
turns:
  - text: one two three
    fail: [529, { status: 429, message: Slow down, retryAfter: 2s }, { cut: 2 }]`);
    const pieces: string[] = [];
    const request = { ...ask(user("x")), onText: (piece: string) => pieces.push(piece) };
    await expect(model.call(request)).rejects.toMatchObject({ status: 529 });
    await expect(model.call(request)).rejects.toMatchObject({ status: 429, retryAfterMs: 2000 });
    await expect(model.call(request)).rejects.toMatchObject({
      status: null,
      message: expect.stringContaining("broke off"),
    });
    expect(pieces).toEqual(["one", " two"]);
    expect((await model.call(request)).text).toBe("one two three");
    expect(pieces.slice(2)).toEqual(["one", " two", " three"]);
  });

  test("refuses what its script has no answer for", async () => {
    const model = await open("turns: [{ text: Only, finish: length }]");
    expect((await model.call(ask(user("x")))).finishReason).toBe("length");
    await expect(model.call(ask(user("x"), said("Only"), user("y")))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("it has 1 turn, this is turn 2, and no rule matches"),
    });
  });

  test("hangs and waits until it is stopped", async () => {
    for (const turn of ["{ hang: true }", "{ text: Late, delay: 1h }", "{ text: a b, wordDelay: 1h }"]) {
      const controller = new AbortController();
      const call = (await open(`turns: [${turn}]`)).call({ ...ask(user("x")), signal: controller.signal });
      controller.abort(new Error("Enough"));
      await expect(call).rejects.toThrow("Enough");
    }
  });
});

describe("a script that cannot be used", () => {
  test.each([
    ["turns: [", "s.yaml is not valid YAML"],
    ["", "found null"],
    ["turns: []", "expected at least one of turns, rules and otherwise"],
    ["turns: [{ txt: Hello }]", "turns[0]: there is no `txt`"],
    ["turns: [Hello, { text: 3 }]", "turns[1].text: Invalid input: expected string, received number, found 3"],
    ["turns: [{ usage: { inputs: 3 } }]", "turns[0].usage: there is no `inputs`"],
    ["turns: [{ tools: [{ a: 1, b: 2 }] }]", "turns[0].tools[0]: expected one tool with its arguments"],
    ["turns: [{ delay: soon }]", "turns[0].delay: expected a duration such as"],
    ["turns: [{ error: 200 }]", "turns[0].error"],
    ["rules: [{ text: Hi }]", "rules[0].when"],
    ["rules: [{ when: { last: '(' }, text: Hi }]", "rules[0].when.last: expected a regular expression"],
  ])("%j is answered with what is wrong and where", async (text, message) => {
    await expect(parseScript(text, "s.yaml")).rejects.toThrow(message);
  });

  test("is named when it does not exist", async () => {
    await expect(providerKind("scripted").open(place("absent.yaml"), options)).rejects.toThrow("absent.yaml");
  });
});
