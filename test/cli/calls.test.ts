import { beforeAll, expect, test } from "vitest";
import { recordCalls } from "../support/calls.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const mlebench = (...parameters: string[]) => runCli([...parameters, "--run-dir", place("runs")]);

beforeAll(async () => {
  await makeRunGroup(place("runs", "made"), { name: "made", competitions: ["a"], seeds: [0, 1] });
  recordCalls(place("runs", "made", "a_seed-0"));
});

test("the conversation is printed once, whatever its protocol, with the figures of each call", async () => {
  const { exitCode, stdout } = await mlebench("calls", "made/a_seed-0");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("#1 coding: scripted/test.yaml, 10 tokens in, 5 out, $0.0010, 0.1 s");
  for (const once of [
    "user: Solve it.",
    "assistant: I look first.",
    "calls bash: command: ls data",
    "result: train.csv",
  ]) {
    expect(stdout.split(once), once).toHaveLength(2);
  }
  expect(stdout).toContain("#2 scripted/test.yaml, 10 tokens in, 5 out, unknown price");
  expect(stdout).toContain("failed: Overloaded");
  expect(stdout).toMatch(/#4 .* after 1.5 s of waiting\n[^#]*assistant: Plants/);
});

test("--json prints one line per call", async () => {
  const { stdout } = await mlebench("calls", "made/a_seed-0", "--json");
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ number, new_messages }) => [number, new_messages.length])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
  expect(lines[1].new_messages).toEqual([{ role: "tool", text: "train.csv", tool_calls: [], call_id: "call_1" }]);
  expect(lines[2]).toMatchObject({ answer: null, failure: { status: 529, message: "Overloaded" } });
  expect(lines[3].answer).toEqual({ text: "Plants", tool_calls: [] });
});

test("a run without calls says so, and a group is refused", async () => {
  expect(await mlebench("calls", "made/a_seed-1")).toMatchObject({ exitCode: 0, stdout: "" });
  expect((await mlebench("calls", "made/a_seed-1")).stderr).toContain("has made no model calls");
  expect(await mlebench("calls", "made")).toMatchObject({ exitCode: 2 });
});

test("runs show adds up calls, tokens, cost and waiting time", async () => {
  const { stdout } = await mlebench("runs", "show", "made/a_seed-0");
  expect(stdout).toMatch(/model calls +4, 1 of them failed/);
  expect(stdout).toMatch(/tokens +40 in, 20 out/);
  expect(stdout).toMatch(/cost +\$0.0020, and 1 call at an unknown price/);
  expect(stdout).toMatch(/waiting +0:01/);
  const { stdout: json } = await mlebench("runs", "show", "made/a_seed-0", "--json");
  expect(JSON.parse(json).model_calls).toMatchObject({
    calls: 4,
    failed: 1,
    input_tokens: 40,
    unpriced: 1,
    waiting_ms: 1500,
  });
  expect((await mlebench("runs", "show", "made/a_seed-1")).stdout).not.toContain("model calls");
});
