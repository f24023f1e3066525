import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ModelRequest } from "../../src/contracts/model.ts";
import { Allowance } from "../../src/models/calls/allowance.ts";
import { Connections } from "../../src/models/calls/connections.ts";
import { usualPatience } from "../../src/models/calls/retries.ts";
import { type DoorOptions, RunDoor } from "../../src/models/calls/run-door.ts";
import { providerKind } from "../../src/models/index.ts";
import { Ledger } from "../../src/models/ledger/ledger.ts";
import { parseModelName } from "../../src/models/model-name.ts";
import type { ModelSettings } from "../../src/models/model-settings.ts";
import { openModel } from "../../src/models/open-model.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { startWireServer, status } from "./wire/wire-server.ts";

const place = temporaryDirectory();
let count = 0;
const patience = { ...usualPatience, firstPauseMs: 1, longestPauseMs: 2, retries: 3 };

function script(text: string): string {
  const file = place(`script-${++count}.yaml`);
  writeFileSync(file, text);
  return `scripted/${file}`;
}

/** A model with a door and a ledger of its own. */
async function open(
  main: string,
  {
    roles = {},
    settings = {},
    ...more
  }: Partial<DoorOptions> & { roles?: Record<string, string>; settings?: ModelSettings } = {},
) {
  const ledger = more.ledger ?? fresh();
  const failures: unknown[] = [];
  const door = new RunDoor({
    ledger,
    priceOf: () => null,
    allowances: [],
    connections: new Connections(10),
    onFailure: (error) => failures.push(error),
    patience,
    ...more,
  });
  return {
    model: await openModel({ main, roles, settings }, { door, environment: { OPENROUTER_API_KEY: "key" } }),
    failures,
  };
}

const hello: ModelRequest = { messages: [{ role: "user", text: "Hello" }] };
const fresh = (): Ledger => new Ledger(temporary());
function temporary(): string {
  const folder = place(`ledger-${++count}`);
  mkdirSync(folder);
  return folder;
}

test("a call is tried until it is answered, and recorded once", async () => {
  const folder = temporary();
  const { model } = await open(
    script("turns: [{ text: Hi, usage: { input: 5, output: 1 }, fail: [529, { cut: 1 }] }]"),
    {
      ledger: new Ledger(folder),
    },
  );
  expect(await model.call(hello)).toMatchObject({ text: "Hi", call: 1 });
  const [record, ...others] = new Ledger(folder).earlier;
  expect(others).toEqual([]);
  expect(record).toMatchObject({
    model: model.name,
    protocol: "in-process",
    retries: [{ status: 529 }, { status: null }],
    failure: null,
  });
  // What was cut is paid for, too.
  const [, cut] = record!.retries;
  expect(cut!.usage!.outputTokens).toBeGreaterThan(0);
  expect(record!.usage.outputTokens).toBe(1 + cut!.usage!.outputTokens!);
});

test("roles have models of their own, and the record says for which role a call was", async () => {
  const folder = temporary();
  const coder = script("turns: [Code]");
  const { model } = await open(script("turns: [Main]"), { roles: { coding: coder }, ledger: new Ledger(folder) });
  const coding = model.forRole("coding");
  expect(coding.name).toBe(coder);
  expect((await coding.call(hello)).text).toBe("Code");
  expect((await coding.forRole("utility").call(hello)).text).toBe("Main");
  expect((await model.forRole("constructor").call(hello)).text).toBe("Main");
  const roles = new Ledger(folder).earlier.map(({ role }) => role);
  expect(roles).toEqual(["coding", "utility", "constructor"]);
});

test("a call that fails for good rejects with the provider's reason, recorded without retries for what cannot pass", async () => {
  const folder = temporary();
  const { model } = await open(script("turns: [{ error: { status: 401, message: Wrong key } }]"), {
    ledger: new Ledger(folder),
  });
  await expect(model.call(hello)).rejects.toMatchObject({ status: 401, message: expect.stringContaining("Wrong key") });
  expect(new Ledger(folder).earlier).toMatchObject([{ retries: [], failure: { status: 401 }, answer: null }]);
  const { model: broken } = await open(script("turns: [{ error: 500 }]"), { ledger: new Ledger(temporary()) });
  await expect(broken.call(hello)).rejects.toMatchObject({ status: 500 });
});

test("a call that is stopped rejects with the reason, and what had arrived is counted", async () => {
  const folder = temporary();
  const { model } = await open(script("turns: [{ text: one two, wordDelay: 1h }]"), { ledger: new Ledger(folder) });
  const controller = new AbortController();
  const call = model.call({ ...hello, signal: controller.signal, onText: () => controller.abort(new Error("Enough")) });
  await expect(call).rejects.toThrow("Enough");
  const [record] = new Ledger(folder).earlier;
  expect(record).toMatchObject({ estimated: true, retries: [], failure: { message: "Enough" } });
  expect(record!.usage.outputTokens).toBeGreaterThan(0);
});

test("a provider that falls silent is tried again", async () => {
  const folder = temporary();
  const { model } = await open(script("turns: [{ hang: true }]"), {
    ledger: new Ledger(folder),
    patience: { ...patience, retries: 1, stallMs: 20 },
  });
  await expect(model.call(hello)).rejects.toThrow("has sent nothing for");
  expect(new Ledger(folder).earlier).toMatchObject([{ retries: [{ status: null }], failure: { status: null } }]);
});

test("a limit that is used up rejects before the provider is asked", async () => {
  const { model } = await open(script("turns: [Hi]"), { ledger: fresh(), allowances: [new Allowance("calls", 1, 0)] });
  await model.call(hello);
  await expect(model.call(hello)).rejects.toMatchObject({ code: "limit-reached", limit: "calls" });
});

test("an answer that an interrupted host has recorded is used instead of a call", async () => {
  const folder = temporary();
  const name = script("turns: [{ text: Hi, fail: [] }]");
  await (await open(name, { ledger: new Ledger(folder) })).model.call(hello);
  writeFileSync(name.slice("scripted/".length), "turns: [Something else]");
  const { model } = await open(name, { ledger: new Ledger(folder), taken: new Set() });
  const pieces: string[] = [];
  expect(await model.call({ ...hello, onText: (piece) => pieces.push(piece) })).toMatchObject({ text: "Hi", call: 1 });
  expect(pieces).toEqual(["Hi"]);
  expect(await model.call(hello)).toMatchObject({ text: "Something else", call: 2 });
});

test("the limit on output tokens of the settings holds unless a request has its own", async () => {
  const server = await startWireServer();
  server.answer(status(400, { error: { message: "Enough seen" } }));
  const settings = { baseUrl: server.url, maxOutputTokens: 77 };
  const { model } = await open("compatible/test", { ledger: fresh(), settings });
  await expect(model.call(hello)).rejects.toThrow("Enough seen");
  await expect(model.call({ ...hello, maxOutputTokens: 5 })).rejects.toThrow("Enough seen");
  expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([77, 5]);
});

test("an agent's wish for an effort holds where the model is known to take it, unless the user set one", async () => {
  const server = await startWireServer();
  server.answer(status(400, { error: { message: "Enough seen" } }));
  const ask = async (
    settings: ModelSettings,
    request: Partial<ModelRequest>,
    name = "openrouter/test",
  ): Promise<void> => {
    const { model } = await open(name, {
      ledger: fresh(),
      settings: { baseUrl: server.url, ...settings },
    });
    await expect(model.call({ ...hello, ...request })).rejects.toThrow("Enough seen");
  };
  await ask({}, {});
  await ask({}, { reasoningEffort: "high" });
  await ask({ reasoningEffort: "low" }, { reasoningEffort: "high" });
  const efforts = server.requests.map(({ body }) => (body.reasoning as { effort?: string } | undefined)?.effort);
  expect(efforts).toEqual([undefined, "high", "low"]);
  await ask({}, { reasoningEffort: "high" }, "compatible/test");
  await ask({ reasoningEffort: "low" }, { reasoningEffort: "high" }, "compatible/test");
  const others = server.requests.slice(3).map(({ body }) => body.reasoning_effort);
  expect(others).toEqual([undefined, "low"]);
});

test("an answer says which effort was asked for", async () => {
  const { model } = await open(script("turns: [One, Two]"), { ledger: fresh() });
  expect(await model.call({ ...hello, reasoningEffort: "medium" })).toMatchObject({ effort: "medium" });
  expect(await model.call(hello)).not.toHaveProperty("effort");
});

test.each([
  ["openai/gpt-5", true],
  ["openai/o3", true],
  ["openai/gpt-5-chat-latest", false],
  ["openai/gpt-5-pro", false],
  ["openai/gpt-4.1-mini", false],
  ["anthropic/claude-sonnet-4-5", true],
  ["anthropic/claude-3-5-haiku-latest", false],
  ["bedrock/us.anthropic.claude-3-7-sonnet-20250219-v1:0", true],
  ["bedrock/meta.llama3-70b-instruct-v1:0", false],
  ["google/gemini-2.5-pro", true],
  ["google/gemini-3-pro-preview", false],
  ["google/gemini-2.0-flash", false],
  ["compatible/anything", false],
])("%s is known to take a medium effort: %s", (name, expected) => {
  const { provider, model } = parseModelName(name);
  expect(providerKind(provider).takesEffort?.(model, "medium") ?? false).toBe(expected);
});

test("a model without its key is refused when it is opened", async () => {
  await expect(open("openai/gpt-5", { ledger: fresh() })).rejects.toThrow("OPENAI_API_KEY is not set. OpenAI needs it");
});
