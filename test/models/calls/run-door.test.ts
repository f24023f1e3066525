import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ModelUsage } from "../../../src/contracts/model.ts";
import { Allowance } from "../../../src/models/calls/allowance.ts";
import type { CallStart, OpenCall } from "../../../src/models/calls/call-door.ts";
import { Connections } from "../../../src/models/calls/connections.ts";
import { LimitReached } from "../../../src/models/calls/limit-reached.ts";
import { usualPatience } from "../../../src/models/calls/retries.ts";
import { type DoorOptions, RunDoor } from "../../../src/models/calls/run-door.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";

const fresh = (): string => mkdtempSync(join(tmpdir(), "mlebench-door-"));
const name = { provider: "scripted", model: "test" };
const unknown: ModelUsage = {
  inputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};
const usage = (outputTokens: number): ModelUsage => ({ ...unknown, inputTokens: 0, outputTokens });
const call = (more: Partial<CallStart> = {}): CallStart => ({
  name,
  role: null,
  protocol: "in-process",
  request: { messages: [{ role: "user", text: "Hello" }] },
  ...more,
});
const answer = (outputTokens = 1) => ({
  body: { text: "Hi" },
  usage: usage(outputTokens),
  finishReason: "stop",
  answeredBy: "test-1",
});

/** A dollar per output token. */
const priceOf: DoorOptions["priceOf"] = (_, { outputTokens }) => outputTokens ?? 0;

function open(folder: string, options: Partial<DoorOptions> = {}) {
  const failures: unknown[] = [];
  const limits: LimitReached[] = [];
  const door = new RunDoor({
    ledger: new Ledger(folder),
    priceOf,
    allowances: [],
    connections: new Connections(100),
    onLimit: (reached) => limits.push(reached),
    onFailure: (error) => failures.push(error),
    patience: { ...usualPatience, firstPauseMs: 10, longestPauseMs: 20 },
    ...options,
  });
  return { door, failures, limits };
}

const recordsOf = (folder: string) => new Ledger(folder).earlier;

test("a call is recorded with its usage, cost, duration and bodies", async () => {
  const folder = fresh();
  const { door, failures } = open(folder);
  const first = await door.begin(call({ role: "coding" }));
  first.finished({ ...answer(7), bytes: { sha256: "a".repeat(64), length: 12 } });
  (await door.begin(call())).failed({ status: 400, message: "Bad request" });
  expect(failures).toEqual([]);
  const [one, two] = recordsOf(folder);
  expect(one).toMatchObject({ number: 1, role: "coding", model: "scripted/test", answeredBy: "test-1", cost: 7 });
  expect(one).toMatchObject({ estimated: false, retries: [], failure: null, bytes: { length: 12 } });
  expect(two).toMatchObject({ number: 2, cost: 0, answer: null, failure: { status: 400, message: "Bad request" } });
  const bodies = new Ledger(folder).openBodies();
  expect(bodies.get(one!.request)).toEqual(call().request);
  expect(bodies.get(one!.answer!)).toEqual({ text: "Hi" });
  expect(() => first.finished(answer())).toThrow("has ended before");
});

test("usage that the provider does not report is estimated, so that limits hold", async () => {
  const folder = fresh();
  const { door } = open(folder, { allowances: [new Allowance("tokens", 1000)] });
  const request = { messages: [{ role: "user", text: "x".repeat(3000) }] };
  (await door.begin(call({ request }))).finished({ ...answer(), usage: unknown });
  expect(recordsOf(folder)[0]).toMatchObject({ estimated: true });
  expect(recordsOf(folder)[0]!.usage.inputTokens).toBeGreaterThanOrEqual(1000);
  await expect(door.begin(call())).rejects.toMatchObject({ limit: "tokens" });
});

test("each limit of a run refuses further calls, and is reported once", async () => {
  for (const [limit, allowed] of [
    ["cost", 5],
    ["tokens", 5],
    ["calls", 1],
    ["budget", 4],
  ] as const) {
    const { door, limits } = open(fresh(), { allowances: [new Allowance(limit, allowed)] });
    (await door.begin(call())).finished(answer(5));
    await expect(door.begin(call())).rejects.toBeInstanceOf(LimitReached);
    await expect(door.begin(call())).rejects.toMatchObject({ limit, allowed });
    expect(limits).toHaveLength(1);
  }
  const { door } = open(fresh(), { maxMessages: 3 });
  for (const field of ["messages", "input", "contents"]) {
    (await door.begin(call({ request: { [field]: [1, 2] } }))).finished(answer());
  }
  await expect(door.begin(call({ request: { contents: [1, 2, 3] } }))).rejects.toMatchObject({ limit: "messages" });
});

test("calls at the same time wait for room in a limit rather than overrun it together", async () => {
  const { door } = open(fresh(), { allowances: [new Allowance("cost", 10)] });
  const first = await door.begin(call({ maxOutputTokens: 6 }));
  let second: OpenCall | null = null;
  const waiting = door.begin(call({ maxOutputTokens: 6 })).then((opened) => {
    second = opened;
  });
  await sleep(30);
  expect(second).toBeNull();
  first.finished(answer(2));
  await waiting;
  second!.finished(answer(8));
  await expect(door.begin(call())).rejects.toMatchObject({ limit: "cost", used: 10 });
  expect(door.waiting.totalMs).toBeGreaterThanOrEqual(25);
});

test("a limit that is used up while a call waits refuses it, and an aborted call stops waiting", async () => {
  const { door } = open(fresh(), { allowances: [new Allowance("cost", 10)] });
  const first = await door.begin(call({ maxOutputTokens: 10 }));
  const aborting = new AbortController();
  const aborted = door.begin(call({ maxOutputTokens: 1, signal: aborting.signal }));
  const refused = door.begin(call({ maxOutputTokens: 1 }));
  aborting.abort(new Error("stopped"));
  await expect(aborted).rejects.toThrow("stopped");
  first.finished(answer(12));
  await expect(refused).rejects.toMatchObject({ limit: "cost", used: 12 });
});

test("20 concurrent runs never exceed their group's budget by more than the calls in flight", async () => {
  const budget = new Allowance("budget", 100);
  const connections = new Connections(100);
  let inFlight = 0;
  let most = 0;
  const run = async (): Promise<number> => {
    const { door } = open(fresh(), { allowances: [budget, new Allowance("calls", 1000)], connections });
    for (let made = 0; ; made += 1) {
      const opened = await door.begin(call({ maxOutputTokens: 4 })).catch((error) => {
        if (error instanceof LimitReached) return null;
        throw error;
      });
      if (opened === null) return made;
      inFlight += 1;
      most = Math.max(most, inFlight);
      await sleep(1 + (made % 3));
      inFlight -= 1;
      opened.finished(answer(1 + (made % 4)));
    }
  };
  const made = await Promise.all(Array.from({ length: 20 }, run));
  expect(most).toBeGreaterThan(5);
  expect(made.every((count) => count > 0)).toBe(true);
  expect(budget.used).toBeGreaterThanOrEqual(100);
  // Reservations were no lower than the truth, so only the last call, alone, can have gone over.
  expect(budget.used).toBeLessThan(104);
});

test("an unknown price is refused where a cost is limited, and recorded as unknown where it is not", async () => {
  const folder = fresh();
  const { door } = open(folder, { priceOf: () => null, allowances: [new Allowance("cost", 1)] });
  await expect(door.begin(call())).rejects.toMatchObject({ code: "unknown-price" });
  const free = open(folder, { priceOf: () => null, allowances: [new Allowance("calls", 5)] });
  (await free.door.begin(call())).finished(answer());
  expect(recordsOf(folder)[0]).toMatchObject({ cost: null });
});

test("passing failures are retried after a pause, others are not, and the time counts as waiting", async () => {
  const folder = fresh();
  const { door } = open(folder);
  const opened = await door.begin(call());
  for (const status of [429, 529, null]) expect(await opened.retry({ status, message: `was ${status}` })).toBe(true);
  expect(await opened.retry({ status: 503, retryAfterMs: 40, message: "later" })).toBe(true);
  opened.finished(answer());
  const [record] = recordsOf(folder);
  expect(record!.retries.map(({ status }) => status)).toEqual([429, 529, null, 503]);
  expect(record!.waitingMs).toBeGreaterThanOrEqual(40);
  expect(door.waiting.totalMs).toBeGreaterThanOrEqual(40);
  for (const status of [400, 401, 403, 404, 413]) {
    const other = await door.begin(call());
    expect(await other.retry({ status, message: "no" })).toBe(false);
    other.failed({ status, message: "no" });
  }
});

test("retries end after a number of them, after a time, and with the caller", async () => {
  const patience = { ...usualPatience, retries: 2, firstPauseMs: 1, longestPauseMs: 1 };
  const counted = await open(fresh(), { patience }).door.begin(call());
  const failure = { status: 500, message: "down" };
  expect([await counted.retry(failure), await counted.retry(failure), await counted.retry(failure)]).toEqual([
    true,
    true,
    false,
  ]);

  const timed = await open(fresh(), { patience: { ...patience, pausesMs: 1000 } }).door.begin(call());
  expect(await timed.retry({ ...failure, retryAfterMs: 60_000 })).toBe(false);

  const caller = new AbortController();
  const aborted = await open(fresh()).door.begin(call({ signal: caller.signal }));
  const retrying = aborted.retry({ ...failure, retryAfterMs: 60_000 });
  caller.abort(new Error("stopped"));
  expect(await retrying).toBe(false);
});

test("a provider that sends nothing for too long has stalled; every byte starts the wait again", async () => {
  const { door } = open(fresh(), { patience: { ...usualPatience, stallMs: 3000, firstPauseMs: 1 } });
  const opened = await door.begin(call());
  for (let pieces = 0; pieces < 4; pieces += 1) {
    await sleep(1000);
    opened.heard();
  }
  expect(opened.signal.aborted).toBe(false);
  await new Promise((resolve) => opened.signal.addEventListener("abort", resolve));
  expect(opened.signal.reason).toMatchObject({ code: "model-stalled" });
  expect(await opened.retry({ status: null, message: "stalled" })).toBe(true);
  expect(opened.signal.aborted).toBe(false);
  opened.finished(answer());
});

test("an answer that an interrupted host recorded is handed out once, and only if the agent lacks it", async () => {
  const folder = fresh();
  const before = open(folder).door;
  for (const text of ["one", "two", "three"]) {
    (await before.begin(call())).finished({ ...answer(), body: { text } });
  }
  const { door } = open(folder, { taken: new Set([2]), allowances: [new Allowance("calls", 1)] });
  const other = await door.begin(call({ request: { messages: [] } }));
  expect(other).toMatchObject({ number: 4 });
  expect(other.recorded).toBeUndefined();
  other.finished(answer());
  expect(await door.begin(call())).toMatchObject({ number: 1, recorded: { body: { text: "one" } } });
  expect(await door.begin(call())).toMatchObject({ number: 3, recorded: { body: { text: "three" } } });
  await expect(door.begin(call())).rejects.toBeInstanceOf(LimitReached);
  expect(recordsOf(folder)).toHaveLength(4);
  expect((await open(folder).door.begin(call())).recorded).toBeUndefined();
});

test("a call that cannot be recorded is the harness's failure, and its cost still counts", async () => {
  const ledger = new Ledger(fresh());
  const cost = new Allowance("cost", 100);
  const { door, failures } = open(fresh(), { ledger, allowances: [cost] });
  const opened = await door.begin(call());
  ledger.close();
  opened.finished(answer(9));
  expect(failures).toHaveLength(1);
  expect(cost.used).toBe(9);
});
