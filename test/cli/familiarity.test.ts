import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { fail, LoopbackServer } from "../kaggle/loopback-server.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { offline } from "../support/offline.ts";
import { completions, echoing, promptScoring, wordsOf } from "../support/probability-server.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const server = await LoopbackServer.start();
const environment = { ...offline, COMPATIBLE_BASE_URL: server.url, COMPATIBLE_API_KEY: "key-of-the-test" };
const demo = [...loadSplit("demo")];
const plain = "A task about plants that everybody knows";
const hidden = "A task about things";
const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
for (const [at, id] of demo.entries()) {
  write(place("data", id, "prepared", "public", "description.md"), `${plain} ${at}`);
  write(place("data", id, "prepared", "description_obfuscated.md"), hidden);
}
write(place("data", demo[0]!, "kernels", "kernels.txt"), "ann/gone\nbob/first\ncy/second\n");
write(place("data", demo[0]!, "kernels", "bob", "first.py"), "import pandas as pd\n");
write(place("data", demo[0]!, "kernels", "cy", "second.py"), "no\n");

const familiarity = async (...parameters: string[]) => {
  const options = ["--data-dir", place("data"), "--model", "compatible/base", "--json"];
  const result = await runCli(["familiarity", ...options, ...parameters], { environment });
  return { ...result, json: JSON.parse(result.stdout || "null") };
};
/** The later the competition in the list, the better it is known. */
const known = (text: string): number => (text.startsWith(plain) ? 0.5 + Number(text.split(" ").at(-1)) / 20 : 0.25);

describe("familiarity", () => {
  test.each([
    ["echo", echoing],
    ["prompt_logprobs", promptScoring],
  ])("is the mean probability of a text's tokens, by %s", async (way, handler) => {
    server.answer(handler(known));
    const { exitCode, json, stderr } = await familiarity("-c", demo[0]!);
    expect(exitCode, stderr).toBe(0);
    expect(json.way).toBe(way);
    expect(json.competitions[0].error).toBeNull();
    const texts = json.competitions[0].texts.map(
      ({ kind, source, tokens, mean_probability }: Record<string, string | number>) =>
        [kind, String(source).split("/").at(-1), tokens, Number(mean_probability).toFixed(6)] as const,
    );
    expect(texts).toEqual([
      ["description", "description.md", wordsOf(`${plain} 0`).length, "0.500000"],
      ["obfuscated", "description_obfuscated.md", wordsOf(hidden).length, "0.250000"],
      ["kernel", "first.py", 4, "0.250000"],
    ]);
    expect(json.competitions[0].texts[0].mean_log_probability).toBeCloseTo(Math.log(0.5), 9);
    expect(server.seen[0]).toMatchObject({
      url: "/v1/completions",
      headers: { authorization: "Bearer key-of-the-test" },
    });
  });

  test("counts calls and tokens, prices them and keeps to limits", async () => {
    writeFileSync(place("prices.yaml"), '"compatible/*": { input: 1000000, output: 0 }');
    server.answer(echoing(known));
    const [first, second] = demo;
    const { json, exitCode } = await familiarity(
      "-c",
      second!,
      first!,
      "--prices",
      place("prices.yaml"),
      "--max-calls",
      "3",
    );
    expect(exitCode).toBe(3);
    const tokens = 2 * wordsOf(`${plain} 0`).length + wordsOf(hidden).length;
    expect(json).toMatchObject({ calls: 3, input_tokens: tokens, output_tokens: 3, cost: tokens });
    expect(json.competitions[1]).toMatchObject({ texts: [{ kind: "description" }], error: { code: "limit-reached" } });
    server.answer(echoing(known));
    const poor = await familiarity("-c", first!, "--prices", place("prices.yaml"), "--max-cost", "12");
    expect(poor.json).toMatchObject({ calls: 1, competitions: [{ error: { code: "limit-reached" } }] });
    expect((await familiarity("-c", first!, "--max-cost", "1")).exitCode).toBe(2);
  });

  test("is correlated with what agents reached", async () => {
    const percentile = (run: string): number => 10 * (1 + demo.findIndex((id) => run.startsWith(id)));
    const run = (id: string) => ({ percentile: percentile(id) });
    await makeRunGroup(place("runs", "agent"), { name: "agent", competitions: demo, seeds: [0, 1], run });
    server.answer(echoing(known));
    const { json, stderr } = await familiarity("-c", ...demo, "--results", "agent", "--run-dir", place("runs"));
    expect(json.correlations, stderr).toEqual([
      {
        results: expect.any(String),
        kind: "description",
        competitions: demo.length,
        rank_correlation: expect.closeTo(1, 9),
        p_value: expect.any(Number),
      },
      // Every obfuscated text is known as well as the others, and there is one kernel.
      expect.objectContaining({ kind: "obfuscated", competitions: demo.length, rank_correlation: null, p_value: null }),
      expect.objectContaining({ kind: "kernel", competitions: 1, rank_correlation: null, p_value: null }),
    ]);
    // Two of the 120 orders of five competitions are as extreme.
    expect(json.correlations[0].p_value).toBeCloseTo(2 / 120, 9);
  });

  test("is refused with the reason where there are no log probabilities", async () => {
    server.answer(completions(() => ({ body: { choices: [{ text: "hello" }] } })));
    const silent = await familiarity("-c", demo[0]!);
    expect([silent.exitCode, silent.json.error.code]).toEqual([1, "no-log-probabilities"]);
    expect(silent.stderr).toContain("its answer has none");
    expect(server.seen).toHaveLength(2);
    server.answer(completions(() => ({ status: 400, body: { error: "no echo with key-of-the-test" } })));
    const refusing = await familiarity("-c", demo[0]!);
    expect(refusing.json.error.code).toBe("no-log-probabilities");
    expect(refusing.stderr).toContain("no echo with ***");
    const other = await familiarity("-c", demo[0]!, "--model", "anthropic/claude");
    expect([other.exitCode, other.json.error.code]).toEqual([1, "no-log-probabilities"]);
    expect(other.stderr).toContain("Anthropic has no completions endpoint");
  });

  test("waits for a busy server, and ends with what a failing one says", async () => {
    server.answer(fail(429, "Slow down", { "retry-after": "0" }), echoing(known));
    expect((await familiarity("-c", demo[1]!)).exitCode).toBe(0);
    expect(server.seen).toHaveLength(3);
    server.answer(fail(401, "Wrong key"));
    const { exitCode, stderr } = await familiarity("-c", demo[1]!);
    expect([exitCode, server.seen.length]).toEqual([1, 1]);
    expect(stderr).toContain("Wrong key");
  });

  test("goes on after a competition without a description, and prints a table for people", async () => {
    server.answer(echoing(known));
    const parameters = [
      "--data-dir",
      place("data"),
      "--model",
      "compatible/base",
      "-c",
      "leaf-classification",
      demo[1]!,
    ];
    const { exitCode, stdout, stderr } = await runCli(["familiarity", ...parameters], { environment });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/leaf-classification: .*cannot be downloaded/);
    expect(stdout).toMatch(new RegExp(`0\\.550 +0\\.250 +- +${demo[1]}`));
    expect(stderr).toContain("2 calls");
  });

  test("guesses what was meant", async () => {
    for (const [parameters, text] of [
      [["--model", "compatibel/base", "-c", demo[0]!], "compatible"],
      [["-c", "leaf-clasification"], "leaf-classification"],
      [["-c", demo[0]!, "--results", place("absent.json")], "absent.json"],
    ] as const) {
      const { exitCode, stderr } = await familiarity(...parameters);
      expect([1, 2]).toContain(exitCode);
      expect(stderr).toContain(text);
    }
  });
});
