import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { checkJournal, readJournal } from "../../../src/lib/journal/read-journal.ts";
import { hashOfBody, hashOfPart } from "../../../src/models/ledger/body-parts.ts";
import { type CallRecord, callRecord } from "../../../src/models/ledger/call-record.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";
import { Bodies } from "../../../src/models/ledger/read-bodies.ts";
import { aCall } from "../../support/calls.ts";

const fresh = (): string => mkdtempSync(join(tmpdir(), "mlebench-ledger-"));
const bodiesOf = (folder: string): Bodies => new Bodies(join(folder, "bodies.jsonl"));
const linesOf = (folder: string): string[] => readFileSync(join(folder, "bodies.jsonl"), "utf8").trimEnd().split("\n");

const bodies: readonly unknown[] = [
  { model: "m", messages: [{ role: "user", content: "Hello" }], temperature: 0.5, stream: true },
  { messages: [], tools: [{ name: "bash", description: "x".repeat(300) }], system: "s".repeat(1000), stop: null },
  { input: "one text", metadata: { a: { b: ["deep", { c: "x".repeat(200) }] } } },
  "only a text",
  ["a", "list"],
  null,
  { 2: "two", 1: "one", häßlich: "\u2028 ☃ 🎉", ["__proto__"]: { polluted: true } },
  Buffer.from([0, 255, 10, 13, 200]),
];

test("every body comes back as it was", () => {
  const folder = fresh();
  const ledger = new Ledger(folder);
  const hashes = bodies.map((body) => ledger.keep(body).hash);
  ledger.close();
  const kept = bodiesOf(folder);
  for (const [index, hash] of hashes.entries()) {
    const body = kept.get(hash);
    expect(body).toEqual(bodies[index]);
    expect(JSON.stringify(body)).toBe(JSON.stringify(bodies[index]));
    expect(hash).toBe(hashOfBody(bodies[index]));
  }
  kept.close();
  expect(new Set(hashes).size).toBe(bodies.length);
  for (const line of linesOf(folder)) expect(hashOfPart(JSON.parse(line))).toBe(JSON.parse(line).hash);
});

test("a conversation takes as much room as is new in it, also after it was shortened or the ledger reopened", () => {
  const folder = fresh();
  const messages = Array.from({ length: 300 }, (_, turn) => ({ role: "user", content: `${turn} ${"x".repeat(200)}` }));
  let ledger = new Ledger(folder);
  const size = (): number => statSync(join(folder, "bodies.jsonl")).size;
  for (let turns = 1; turns <= 300; turns += 1) {
    if (turns === 150) {
      ledger.close();
      ledger = new Ledger(folder);
    }
    ledger.keep({ model: "m", messages: messages.slice(0, turns) });
  }
  expect(size()).toBeLessThan(300 * 1000);
  const before = size();
  const { hash } = ledger.keep({
    model: "m",
    messages: [...messages.slice(0, 100), { role: "user", content: "short" }],
  });
  expect(size() - before).toBeLessThan(1000);
  expect(
    ledger.keep({ model: "m", messages: [...messages.slice(0, 100), { role: "user", content: "short" }] }).hash,
  ).toBe(hash);
  ledger.close();
  const kept = bodiesOf(folder);
  expect((kept.get(hash) as { messages: unknown[] }).messages).toEqual([
    ...messages.slice(0, 100),
    { role: "user", content: "short" },
  ]);
  expect(kept.items(kept.listIn(hash, "messages")!)).toHaveLength(101);
  kept.close();
});

test("a ledger is chained, valid, and free of secrets", () => {
  const folder = fresh();
  const ledger = new Ledger(folder, ["sk-very-secret", ""]);
  const request = ledger.keep({ messages: [{ content: "my key is sk-very-secret" }], user: "sk-very-secret" });
  const bytes = ledger.keep(Buffer.from("raw sk-very-secret"));
  expect(request.hash).toBe(
    ledger.hashOf({ messages: [{ content: "my key is sk-very-secret" }], user: "sk-very-secret" }),
  );
  const failure = { status: 401, message: "Bad key: sk-very-secret" };
  ledger.append({ ...aCall, request: request.hash, answer: bytes.hash, failure });
  ledger.append({ ...aCall, number: 2, request: request.hash });
  ledger.close();
  const path = join(folder, "calls.jsonl");
  expect(checkJournal(path)).toMatchObject({ problem: null, lines: 2 });
  for (const line of readJournal<CallRecord>(path)) expect(callRecord.safeParse(line).error).toBeUndefined();
  expect(readFileSync(path, "utf8") + readFileSync(join(folder, "bodies.jsonl"), "utf8")).not.toContain("very-secret");
  const kept = bodiesOf(folder);
  expect(kept.get(request.hash)).toEqual({ messages: [{ content: "my key is ***" }], user: "***" });
  expect(String(kept.get(bytes.hash))).toBe("raw ***");
  kept.close();
});

test("torn lines are removed, and a part that is missing or damaged is named", () => {
  const folder = fresh();
  const first = new Ledger(folder);
  const { hash } = first.keep({ messages: [{ content: "x".repeat(500) }] });
  first.append({ ...aCall, request: hash });
  first.close();
  appendFileSync(join(folder, "bodies.jsonl"), `{"hash":"${"0".repeat(64)}","val`);
  appendFileSync(join(folder, "calls.jsonl"), `{"seq":1,`);
  const second = new Ledger(folder);
  expect(second.earlier.map(({ number }) => number)).toEqual([1]);
  const other = second.keep({ messages: [{ content: "y".repeat(500) }] });
  second.append({ ...aCall, number: 2, request: other.hash });
  second.close();
  expect(checkJournal(join(folder, "calls.jsonl"))).toMatchObject({ problem: null, lines: 2 });
  writeFileSync(join(folder, "bodies.jsonl"), `${linesOf(folder).slice(1).join("\n")}\n`);
  const kept = bodiesOf(folder);
  expect(kept.get(other.hash)).toEqual({ messages: [{ content: "y".repeat(500) }] });
  expect(() => kept.get(hash)).toThrow(/part [0-9a-f]{12} of .*bodies.jsonl is missing/);
  kept.close();
});

const modules = (name: string): string => new URL(`../../../dist/models/ledger/${name}`, import.meta.url).href;

test("a process that is killed while it records leaves only whole calls", async () => {
  const folder = fresh();
  const program = `
    import { Ledger } from ${JSON.stringify(modules("ledger.js"))};
    const ledger = new Ledger(${JSON.stringify(folder)});
    const messages = [];
    for (let number = ledger.earlier.length + 1; ; number += 1) {
      messages.push({ role: "user", content: number + "x".repeat(number % 7 === 0 ? 200_000 : 50) });
      if (messages.length > 40) messages.splice(0);
      const request = ledger.keep({ messages }).hash;
      const answer = ledger.keep({ text: "answer " + number }).hash;
      ledger.append({ ...${JSON.stringify(aCall)}, number, request, answer });
    }
  `;
  let calls = 0;
  for (let round = 0; round < 4; round += 1) {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "inherit" });
    const path = join(folder, "calls.jsonl");
    const written = (): number => (existsSync(path) ? readJournal(path).length : 0);
    for (const before = written(); written() <= before + 3; ) await sleep(5);
    child.kill("SIGKILL");
    await once(child, "exit");
    const ledger = new Ledger(folder);
    const kept = ledger.openBodies();
    expect(ledger.earlier.length).toBeGreaterThan(calls);
    calls = ledger.earlier.length;
    for (const { number, request, answer } of ledger.earlier) {
      expect(kept.get(answer!)).toEqual({ text: `answer ${number}` });
      const { messages } = kept.get(request) as { messages: { content: string }[] };
      expect(messages.at(-1)?.content.startsWith(`${number}x`)).toBe(true);
    }
    kept.close();
    ledger.close();
    expect(checkJournal(path).problem).toBeNull();
  }
}, 60_000);

test("what the disk has no room for leaves nothing behind", () => {
  const folder = fresh();
  const program = `
    import { Ledger } from ${JSON.stringify(modules("ledger.js"))};
    const ledger = new Ledger(${JSON.stringify(folder)});
    const kept = ledger.keep({ messages: [{ content: "fits" }] });
    let code = null;
    try { ledger.keep({ messages: [{ content: "x".repeat(10_000) }] }); } catch (error) { code = error.code; }
    const again = ledger.keep({ messages: [{ content: "also" }] });
    console.log(JSON.stringify([code, kept.hash, again.hash]));
  `;
  const limited = `trap "" XFSZ; ulimit -f 4; exec "$0" --input-type=module --eval "$1"`;
  const output = execFileSync("sh", ["-c", limited, process.execPath, program], { encoding: "utf8" });
  const [code, kept, again] = JSON.parse(output) as [string, string, string];
  expect(code).toBe("journal");
  const bodies = bodiesOf(folder);
  expect(bodies.get(kept)).toEqual({ messages: [{ content: "fits" }] });
  expect(bodies.get(again)).toEqual({ messages: [{ content: "also" }] });
  bodies.close();
  expect(statSync(join(folder, "bodies.jsonl")).size).toBeLessThan(2048);
});
