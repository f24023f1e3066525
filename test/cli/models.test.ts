import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { providers } from "../../src/models/index.ts";
import { wires } from "../models/wire/provider-wires.ts";
import { events, startWireServer, status } from "../models/wire/wire-server.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const server = await startWireServer();
const key = "sk-very-secret-0123456789";
const environment = {
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: server.url,
  ANTHROPIC_API_KEY: "",
  COMPATIBLE_BASE_URL: server.url,
};
const models = (...parameters: string[]) => runCli(["models", ...parameters], { environment });

describe("models", () => {
  test("lists every provider with the keys that are present and what is missing, but no key", async () => {
    const { stdout, stderr, exitCode } = await models();
    expect(exitCode, stderr).toBe(0);
    const lines = stdout.trimEnd().split("\n").slice(1);
    expect(lines.map((line) => line.split(" ")[0])).toEqual(providers.map(({ name }) => name));
    expect(lines[0]).toMatch(new RegExp(`^openai +OpenAI +OPENAI_API_KEY +${server.url}/v1$`));
    expect(lines[1]).toMatch(/^anthropic +Anthropic +none +ANTHROPIC_API_KEY is not set\.$/);
    expect(stdout + stderr).not.toContain(key);
  });

  test("shows prices of models, of a provider, of a pattern, and of a file of one's own", async () => {
    expect((await models("anthropic/claude-sonnet-4-5", "compatible/mine")).stdout).toMatch(
      /^anthropic\/claude-sonnet-4-5 +3 +0\.3 +3\.75 +15\ncompatible\/mine +unknown/m,
    );
    const listed = (await models("mistral")).stdout.trimEnd().split("\n").slice(1);
    expect(listed.length).toBeGreaterThan(5);
    expect(listed.every((line) => line.startsWith("mistral/"))).toBe(true);
    expect((await models("openai/gpt-5-m*")).stdout.trimEnd().split("\n")).toHaveLength(2);
    writeFileSync(place("prices.yaml"), "compatible/mine: { input: 0.5, output: 2 }");
    expect((await models("--prices", place("prices.yaml"))).stdout).toMatch(/^compatible\/mine +0\.5 +0\.5 +0\.5 +2$/m);
    expect(await models("opnai")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("`openai`") });
  });
});

describe("models test", () => {
  const compatible = wires.find(({ provider }) => provider === "compatible")!;

  test("reports what works in one small call", async () => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "report", arguments: '{"sum":42}' } };
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      id: "c",
      choices: [{ index: 0, delta, finish_reason }],
    });
    const usage = { prompt_tokens: 90, completion_tokens: 12, prompt_tokens_details: { cached_tokens: 64 } };
    const end = { ...chunk({}, "tool_calls"), usage };
    server.answer(events(chunk({ content: "Hello!" }), chunk({ tool_calls: [call] }), end, "[DONE]"));
    const { stdout, stderr, exitCode } = await models("test", "compatible/qwen3");
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^tools +works$/m);
    expect(stdout).toMatch(/^streaming +works$/m);
    expect(stdout).toMatch(/^usage +90 tokens in, 12 out \(64 cached/m);
    expect(server.requests).toHaveLength(1);
  });

  test("ends with 3 when the model does not call its tool", async () => {
    server.answer(compatible.turn);
    const { stdout, exitCode } = await models("test", "compatible/qwen3");
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^tools +does not work/m);
  });

  test.each([
    [401, "The key in OPENAI_API_KEY is not accepted."],
    [404, "OpenAI does not know the model"],
    [429, "try again later"],
  ])("says what to do about status %d, without the key", async (code, advice) => {
    server.answer(status(code, { error: { message: `No: ${key}`, type: "x", code: "y" } }));
    const { stdout, stderr, exitCode } = await models("test", "openai/gpt-5-mini");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(advice);
    expect(stderr).toContain(`${code}, No: [key]`);
    expect(stdout + stderr).not.toContain(key);
    expect(server.requests).toHaveLength(1);
  });

  test("passes the settings of the model on", async () => {
    server.answer(compatible.turn);
    const settings = ["--model-setting", "temperature=0.5", "max-output-tokens=77", "--json"];
    const { stdout } = await models("test", "compatible/qwen3", ...settings);
    expect(JSON.parse(stdout)).toMatchObject({ text: "Hello", calls_tools: false, output_tokens: 30 });
    expect(server.requests[0]!.body).toMatchObject({ temperature: 0.5, max_tokens: 77 });
  });

  test("names the variable that is missing", async () => {
    const { stderr, exitCode } = await models("test", "anthropic/claude-sonnet-4-5");
    expect({ stderr, exitCode }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("ANTHROPIC_API_KEY is not set"),
    });
  });
});
