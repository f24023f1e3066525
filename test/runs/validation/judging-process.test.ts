import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type * as judging from "../../../src/runs/validation/judging-process.ts";
import { findProcesses } from "../../support/find-processes.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { competitionId, preparePublicData, read, startValidation } from "./fixture.ts";

const place = temporaryDirectory();
const built = (path: string): string => new URL(`../../../dist/${path}.js`, import.meta.url).href;
const { JudgingProcess } = (await import(built("runs/validation/judging-process"))) as typeof judging;

const program = place("program.mjs");
writeFileSync(
  program,
  `import { writeFileSync } from "node:fs";
import { answerQuestions } from "${built("lib/processes/answer-questions")}";
let count = 0;
const held = [];
answerQuestions(async (kind) => {
  count += 1;
  const isUsed = count > 1;
  if (kind === "die-used" && isUsed) process.kill(process.pid, "SIGKILL");
  if (kind === "throw-used" && isUsed) throw new Error("out of order");
  if (kind === "fill-used" && isUsed) for (;;) held.push(Buffer.alloc(2 ** 24, 1));
  if (kind === "die") process.kill(process.pid, "SIGKILL");
  if (kind === "throw") throw new Error("out of order");
  if (kind === "fill") for (;;) held.push(Buffer.alloc(2 ** 24, 1));
  if (kind === "hold") held.push(Buffer.alloc(300 * 2 ** 20, 1));
  if (kind === "hang") { writeFileSync(${JSON.stringify(place("hanging"))}, ""); for (;;); }
  if (kind === "exit") setTimeout(() => process.exit(0), 1);
  return { pid: process.pid, count };
});
`,
);

interface Told {
  readonly pid: number;
  readonly count: number;
}

const limits = { checkMs: 60_000, memoryMb: 400 };
const never = new AbortController().signal;

/** Asks one question after the other of one judging process. */
async function askAll(kinds: readonly string[], own: Partial<typeof limits> = {}): Promise<unknown[]> {
  const process = new JudgingProcess(program, { ...limits, ...own });
  const answers: unknown[] = [];
  try {
    for (const kind of kinds) answers.push(await process.ask<Told>(kind, never).catch((error: Error) => error));
    return answers;
  } finally {
    await process.close();
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("one process judges file after file, and ends when it is closed or has had nothing to do for a while", async () => {
  const judge = new JudgingProcess(program, limits, 100);
  const first = (await judge.ask("", never)) as Told;
  const second = (await judge.ask("", never)) as Told;
  expect(second).toEqual({ pid: first.pid, count: 2 });
  await expect.poll(() => isRunning(first.pid)).toBe(false);
  const third = (await judge.ask("", never)) as Told;
  expect(third.count).toBe(1);
  await judge.close();
  expect(isRunning(third.pid)).toBe(false);
});

test.each(["die-used", "throw-used", "fill-used"])(
  "a process that fails on its second file (%s) is replaced, and the file judged by a fresh one",
  async (kind) => {
    const [first, second, third] = (await askAll(["", kind, ""])) as [Told, Told, Told];
    expect(second.count).toBe(1);
    expect(second.pid).not.toBe(first.pid);
    expect(third).toEqual({ pid: second.pid, count: 2 });
  },
);

test.each([
  ["die", { valid: null, reason: expect.stringContaining("out of memory") }],
  ["fill", { valid: null, reason: expect.stringContaining("out of memory") }],
  ["throw", new Error("out of order")],
])("a file that fails in a fresh process as well (%s) fails alone", async (kind, failure) => {
  const answers = await askAll(["", kind, "", kind]);
  expect(answers).toEqual([
    { pid: expect.any(Number), count: 1 },
    failure,
    { pid: expect.any(Number), count: 1 },
    failure,
  ]);
});

test("a file that takes too long is given up after its time, and the next one is judged", async () => {
  const answers = await askAll(["", "hang", ""], { checkMs: 3000 });
  expect(answers[1]).toEqual({ valid: null, reason: "The check took longer than 3 s and was stopped." });
  expect(answers[2]).toMatchObject({ count: 1 });
});

test("a process that ends between two files, or holds on to much memory, is replaced", async () => {
  const judge = new JudgingProcess(program, limits);
  const [large, next] = [(await judge.ask("hold", never)) as Told, (await judge.ask("exit", never)) as Told];
  expect(isRunning(large.pid)).toBe(false);
  expect(next.count).toBe(1);
  await expect.poll(() => isRunning(next.pid)).toBe(false);
  expect(await judge.ask("", never)).toMatchObject({ count: 1 });
  await judge.close();
});

test("of many runs on one host, only the processes that were asked last are kept", async () => {
  const judges = Array.from({ length: 10 }, () => new JudgingProcess(program, limits));
  const told: Told[] = [];
  for (const judge of judges) told.push((await judge.ask("", never)) as Told);
  const [first, second, ...others] = told;
  for (const { pid } of [first!, second!]) await expect.poll(() => isRunning(pid)).toBe(false);
  expect(others.map(({ pid }) => isRunning(pid))).toEqual(others.map(() => true));
  expect(await judges[0]!.ask("", never)).toMatchObject({ count: 1 });
  await Promise.all(judges.map((judge) => judge.close()));
});

test("a judgement that is no longer wanted ends with its process", async () => {
  const judge = new JudgingProcess(program, limits);
  const { pid } = (await judge.ask("", never)) as Told;
  const stopping = new AbortController();
  const asked = judge.ask("hang", stopping.signal);
  stopping.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
  expect(isRunning(pid)).toBe(false);
});

test.runIf(process.platform === "linux").each([
  ["waits for a file", ""],
  ["is busy with one", "hang"],
])("a host that is killed leaves no judging process that %s", async (_, last) => {
  rmSync(place("hanging"), { force: true });
  const script = `
import { JudgingProcess } from "${built("runs/validation/judging-process")}";
const judge = new JudgingProcess(${JSON.stringify(program)}, ${JSON.stringify(limits)});
const never = new AbortController().signal;
console.log((await judge.ask("", never)).pid);
await judge.ask(${JSON.stringify(last)}, never);
setInterval(() => undefined, 1000);
`;
  const host = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(host.stdout, "data")) as [Buffer];
  if (last === "hang") await expect.poll(() => existsSync(place("hanging")), { timeout: 20_000 }).toBe(true);
  expect(findProcesses(program)).toEqual([Number(said.toString())]);
  host.kill("SIGKILL");
  await expect.poll(() => findProcesses(program), { timeout: 20_000 }).toEqual([]);
});

test("files judged in a row, in two runs side by side, get the answers of processes of their own", async () => {
  const samplePath = join(await preparePublicData(place("data")), "sample_submission.csv");
  const sample = read(samplePath);
  const rows = sample.trimEnd().split("\n");
  const contents = [
    sample,
    rows.slice(0, 9).join("\n"),
    sample.replace("sales", "price"),
    "",
    Buffer.from([0, 255, 216, 34, 10, 44, 0, 1]),
    sample.replace(/,0$/gm, ",many"),
    `${rows[0]}\n${"x".repeat(5_000_000)}`,
    [rows[0], ...rows.slice(1).toReversed()].join("\n"),
    sample,
  ];
  const files = contents.map((content, index) => {
    writeFileSync(place(`${index}.csv`), content);
    return place(`${index}.csv`);
  });
  const fresh = await Promise.all(files.map((file) => judgedAlone(file, samplePath)));
  const options = { competitionId, samplePath, onCall: () => undefined };
  await using one = await startValidation(options);
  await using other = await startValidation(options);
  const inRow = async ({ judge }: typeof one, order: readonly string[]): Promise<Map<string, unknown>> => {
    const verdicts = new Map<string, unknown>();
    for (const file of order) verdicts.set(file, await judge.check(file));
    return verdicts;
  };
  const [forward, backward] = await Promise.all([inRow(one, files), inRow(other, files.toReversed())]);
  for (const [index, file] of files.entries()) {
    const { valid, reason } = fresh[index]!;
    const result = valid
      ? "Submission is valid."
      : expect.stringContaining(reason!.replaceAll(file, "The file").slice(0, 2000));
    expect(forward.get(file)).toEqual({ valid, result });
    expect(backward.get(file)).toEqual({ valid, result });
  }
});

async function judgedAlone(
  submissionPath: string,
  samplePath: string,
): Promise<{ readonly valid: boolean; readonly reason?: string }> {
  const child = fork(fileURLToPath(built("runs/validation/validation.process")));
  child.send({ question: { competitionId, submissionPath, samplePath } });
  const [message] = (await once(child, "message")) as [{ answer: { valid: boolean; reason?: string } }];
  child.disconnect();
  return message.answer;
}

test("a sample submission that changes is read again", async () => {
  const samplePath = place("changing.csv");
  const file = place("changing-submission.csv");
  const sample = read(join(place("data"), competitionId, "prepared", "public", "sample_submission.csv"));
  writeFileSync(samplePath, sample);
  writeFileSync(file, sample);
  await using validation = await startValidation({ competitionId, samplePath, onCall: () => undefined });
  expect(await validation.judge.check(file)).toMatchObject({ valid: true });
  writeFileSync(samplePath, sample.split("\n").slice(0, 9).join("\n"));
  expect(await validation.judge.check(file)).toMatchObject({ valid: false });
});
