import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { BenchError } from "../../../src/lib/errors.ts";
import { type Child, programBeside, startProcess, startThread } from "../../../src/lib/processes/child.ts";
import { NoAnswer } from "../../../src/lib/processes/no-answer.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const library = new URL("../../../dist/lib/", import.meta.url).href;

writeFileSync(
  place("program.mjs"),
  `
import { BenchError } from "${library}errors.js";
import { answerQuestions } from "${library}processes/answer-questions.js";
import { setTimeout as sleep } from "node:timers/promises";

answerQuestions(async ({ kind, value }, { signal, report }) => {
  if (kind === "double") return 2 * value;
  if (kind === "count") { for (let i = 1; i <= value; i += 1) report(i); return "done"; }
  if (kind === "refuse") throw new BenchError("too-much", "No more than ten.");
  if (kind === "bug") null.value;
  if (kind === "exit") process.exit(value);
  if (kind === "wait") { report("waiting"); await sleep(60_000, undefined, { signal }); }
  if (kind === "hang") { report("hanging"); for (;;); }
});
`,
);
const program = place("program.mjs");
const children: Child[] = [];
afterAll(() => Promise.all(children.map((child) => child.end())));

describe.each([
  ["a process", () => startProcess(program, [])],
  ["a thread", () => startThread(program)],
])("%s", (_, start) => {
  const open = (): Child => {
    const child = start();
    children.push(child);
    return child;
  };

  test("answers one question after another, and says how far it is", async () => {
    const child = open();
    expect(await child.ask({ kind: "double", value: 21 })).toBe(42);
    const heard: unknown[] = [];
    expect(await child.ask({ kind: "count", value: 3 }, { onProgress: (each) => heard.push(each) })).toBe("done");
    expect(heard).toEqual([1, 2, 3]);
    await child.end();
    await child.end();
    expect(child.alive).toBe(false);
    await expect(child.ask({ kind: "double", value: 1 })).rejects.toThrow(NoAnswer);
  });

  test("passes on what its program throws, and answers on", async () => {
    const child = open();
    const refused = child.ask({ kind: "refuse" });
    await expect(refused).rejects.toThrow(new BenchError("too-much", "No more than ten."));
    await expect(refused).rejects.toMatchObject({ code: "too-much" });
    const bug = await child.ask({ kind: "bug" }).catch((error: Error) => error);
    expect(bug).toBeInstanceOf(Error);
    expect((bug as Error).stack).toContain("program.mjs");
    expect(await child.ask({ kind: "double", value: 4 })).toBe(8);
  });

  test("that ends instead of answering says how", async () => {
    const child = open();
    const asked = child.ask({ kind: "exit", value: 3 });
    await expect(asked).rejects.toThrow("exit code 3");
    await expect(asked).rejects.toMatchObject({ name: "NoAnswer", timedOut: false });
    expect(child.alive).toBe(false);
  });

  test("that runs out of time is killed, however busy it is", async () => {
    const child = open();
    await child.ask({ kind: "double", value: 1 });
    const asked = child.ask({ kind: "hang" }, { timeoutMs: 200 });
    await expect(asked).rejects.toMatchObject({ timedOut: true, message: "it ran out of time (0.2 s)" });
    expect(child.alive).toBe(false);
  });

  test.each([
    ["stops in its own way when it can", "wait"],
    ["is killed when it does not stop", "hang"],
  ])("whose answer is not wanted any more %s", async (_title, kind) => {
    const child = open();
    const stopping = new AbortController();
    const reason = new Error("enough");
    const onProgress = () => stopping.abort(reason);
    await expect(child.ask({ kind }, { signal: stopping.signal, graceMs: 500, onProgress })).rejects.toBe(reason);
    expect(child.alive).toBe(false);
    await expect(open().ask({ kind }, { signal: stopping.signal })).rejects.toBe(reason);
  });
});

test("a process that is killed names the signal", async () => {
  const child = startProcess(program, []);
  const asked = child.ask({ kind: "wait" }, { onProgress: () => process.kill(child.pid!, "SIGKILL") });
  await expect(asked).rejects.toMatchObject({ signal: "SIGKILL", timedOut: false });
});

test("a program is found beside its caller, source or compiled", () => {
  expect(programBeside("file:///a/b/caller.ts", "other.worker")).toBe("/a/b/other.worker.ts");
  expect(programBeside("file:///a/b/caller.js", "other.worker")).toBe("/a/b/other.worker.js");
});
