import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ModelUsage } from "../../../src/contracts/model.ts";
import { Allowance } from "../../../src/models/calls/allowance.ts";
import type { CallStart } from "../../../src/models/calls/call-door.ts";
import { Connections } from "../../../src/models/calls/connections.ts";
import { usualPatience } from "../../../src/models/calls/retries.ts";
import { type DoorOptions, RunDoor } from "../../../src/models/calls/run-door.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";
import { unknownUsage } from "../../../src/models/unknown-usage.ts";
import { spentOn, sumCalls } from "../../../src/runs/state/call-totals.ts";

const fresh = (): string => mkdtempSync(join(tmpdir(), "mlebench-spent-"));
const used = (outputTokens: number): ModelUsage => ({ ...unknownUsage, inputTokens: 0, outputTokens });
const call: CallStart = {
  name: { provider: "scripted", model: "test" },
  role: null,
  protocol: "in-process",
  request: { messages: [{ role: "user", text: "Hello" }] },
  maxOutputTokens: 50,
};
const answer = { body: { text: "Hi" }, usage: used(1), finishReason: "stop", answeredBy: "test-1" };
const cut = { status: null, message: "cut", retryAfterMs: 1 };

/** A dollar per output token. */
function open(folder: string, options: Partial<DoorOptions> = {}): RunDoor {
  return new RunDoor({
    ledger: new Ledger(folder),
    priceOf: (_, { outputTokens }) => outputTokens ?? 0,
    allowances: [],
    connections: new Connections(100),
    onFailure: (error) => {
      throw error;
    },
    patience: usualPatience,
    ...options,
  });
}

const openFile = (folder: string): string => join(folder, "open-calls.jsonl");

test("a try that broke off in the middle of its answer is charged, and so is the next", async () => {
  const folder = fresh();
  const cost = new Allowance("cost", 100);
  const opened = await open(folder, { allowances: [cost] }).begin(call);
  expect(await opened.retry({ ...cut, usage: used(20) })).toBe(true);
  expect(cost.used).toBe(20);
  expect(await opened.retry({ ...cut, usage: unknownUsage, body: { text: "x".repeat(29) } })).toBe(true);
  expect(await opened.retry(cut)).toBe(true);
  const estimate = Math.ceil(JSON.stringify({ text: "x".repeat(29) }).length / 3);
  expect(opened.finished(answer).cost).toBe(21 + estimate);
  expect(cost.used).toBe(21 + estimate);
  const [record] = new Ledger(folder).earlier;
  expect(record).toMatchObject({ cost: 21 + estimate, estimated: true, usage: { outputTokens: 21 + estimate } });
  expect(record!.retries.map(({ usage }) => usage?.outputTokens)).toEqual([20, estimate, undefined]);
});

test("tries end when what they have used reaches a limit", async () => {
  const folder = fresh();
  const cost = new Allowance("cost", 30);
  const opened = await open(folder, { allowances: [cost] }).begin(call);
  expect(await opened.retry({ ...cut, usage: used(30) })).toBe(true);
  expect(await opened.retry({ ...cut, usage: used(5) })).toBe(false);
  opened.failed({ ...cut, usage: used(5) });
  expect(cost.used).toBe(35);
  expect(new Ledger(folder).earlier).toMatchObject([{ cost: 35, failure: { message: "cut" } }]);
});

test("a call under way when its host is killed counts as if it were answered in full", async () => {
  const folder = fresh();
  const killed = open(folder);
  (await killed.begin(call)).finished(answer);
  const broken = await killed.begin(call);
  await broken.retry({ ...cut, usage: used(20) });
  const waiting = await killed.begin(call);
  void waiting.retry({ ...cut, retryAfterMs: 60_000, usage: used(7) });
  expect(spentOn(folder)).toBe(1 + 70 + 7);
  const { earlier } = new Ledger(folder);
  expect(earlier).toMatchObject([
    { number: 1, cost: 1, failure: null },
    { number: 2, cost: 70, estimated: true, answer: null, failure: { message: "The host ended before the call did." } },
    { number: 3, cost: 7 },
  ]);
  expect(spentOn(folder)).toBe(1 + 70 + 7);
  expect(existsSync(openFile(folder))).toBe(false);
  expect((await open(folder, { taken: new Set() }).begin({ ...call, role: "next" })).number).toBe(1);
  expect((await open(folder).begin(call)).number).toBe(4);
});

test("nothing is left of calls that are over, and a call that cannot be noted is not made", async () => {
  const folder = fresh();
  const ledger = new Ledger(folder);
  const connections = new Connections(1);
  const cost = new Allowance("cost", 100);
  const door = open(folder, { ledger, connections, allowances: [cost] });
  const opened = await door.begin(call);
  expect(existsSync(openFile(folder))).toBe(true);
  opened.finished(answer);
  expect(existsSync(openFile(folder))).toBe(false);
  ledger.close();
  const another = { ...call, request: { messages: [{ role: "user", text: "Another" }] } };
  for (let tries = 0; tries < 2; tries += 1) await expect(door.begin(another)).rejects.toThrow("cannot be written");
  expect(cost.used).toBe(1);
});

test("requests that only count tokens are free, and pass when a limit has been used up", async () => {
  const folder = fresh();
  const limits = [new Allowance("calls", 1), new Allowance("cost", 1), new Allowance("tokens", 100)];
  const door = open(folder, { allowances: limits, maxMessages: 2 });
  const count = async (protocol: CallStart["protocol"]): Promise<void> => {
    const messages = Array.from({ length: 5 }, () => ({ role: "user", content: "Hello" }));
    const opened = await door.begin({ ...call, protocol, request: { messages } });
    expect(opened.finished({ ...answer, body: { input_tokens: 9 }, usage: unknownUsage }).cost).toBe(0);
  };
  await count("anthropic-count-tokens");
  await count("gemini-count-tokens");
  expect(limits.map(({ used: amount }) => amount)).toEqual([0, 0, 0]);
  (await door.begin(call)).finished(answer);
  await count("anthropic-count-tokens");
  const { earlier } = new Ledger(folder);
  expect(earlier).toHaveLength(4);
  expect(sumCalls(earlier)).toMatchObject({ calls: 1, cost: 1, inputTokens: 0, outputTokens: 1, unpriced: 0 });
});
