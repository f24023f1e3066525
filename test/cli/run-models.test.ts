import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plannedRuns } from "../../src/runs/record/group-plan.ts";
import { makePlan, makeRunGroup } from "../support/make-run-group.ts";
import { plant, runGround } from "../support/run-agents.ts";

const ground = await runGround(plant);
const dryRun = (parameters: readonly string[], environment: Record<string, string> = {}) =>
  ground.run(["--sandbox", "local", "--dry-run", ...parameters, "--", "true"], { environment });
const planOf = async (parameters: readonly string[], environment: Record<string, string> = {}) => {
  // It may report that keys are missing.
  const { stdout, stderr } = await dryRun(["--json", ...parameters], environment);
  const planned = JSON.parse(stdout);
  expect(planned.plan, stderr).toBeDefined();
  return planned;
};

describe("the models of a run", () => {
  test("have names, roles, settings, further models and aliases", async () => {
    const { plan } = await planOf([
      ...["--model", "openai/gpt-5-mini", "coding=anthropic/claude-sonnet-4-5,utility=mistral/small"],
      ...["--model-setting", "temperature=0.5", "reasoning-effort=high"],
      ...["--allow-model", "openai/gpt-*", "--model-alias", "claude-*=openrouter/qwen/qwen3-coder"],
    ]);
    expect((await planOf(["--model", "openai/a", "--allow-provider-tools"])).plan.models.provider_tools).toBe(true);
    expect(plan.models).toEqual({
      main: "openai/gpt-5-mini",
      roles: { coding: "anthropic/claude-sonnet-4-5", utility: "mistral/small" },
      settings: { temperature: 0.5, reasoningEffort: "high" },
      allow: ["openai/gpt-*"],
      aliases: { "claude-*": "openrouter/qwen/qwen3-coder" },
      provider_tools: false,
    });
    expect((await planOf(["--model", "coding=openai/gpt-5"])).plan.models.main).toBe("openai/gpt-5");
  });

  test("come from the environment when no option names one, and only for agents that call models", async () => {
    const both = { MLEBENCH_MODEL: "openai/gpt-5", INSPECT_EVAL_MODEL: "openai/gpt-4o" };
    expect((await planOf([], both)).plan.models.main).toBe("openai/gpt-5");
    expect((await planOf([], { ...both, MLEBENCH_MODEL: "" })).plan.models.main).toBe("openai/gpt-4o");
    expect((await planOf(["--model", "openai/gpt-5-mini"], both)).plan.models.main).toBe("openai/gpt-5-mini");
    expect((await planOf([])).plan.models).toBeNull();
    const dummy = await ground.run(["--sandbox", "local", "--dry-run", "--json", "--agent", "dummy"], {
      environment: both,
    });
    expect(JSON.parse(dummy.stdout).plan.models).toBeNull();
  });

  test("have limits, which the plan shows", async () => {
    const limits = ["--max-cost", "2.5", "--max-tokens", "100000", "--max-calls", "50", "--max-messages", "30"];
    const parameters = ["--model", "openai/gpt-5-mini", ...limits, "--budget-cost", "20", "--working-time"];
    parameters.push("--allow-provider-tools");
    const { plan, budget_cost } = await planOf(parameters);
    expect(plan.limits).toMatchObject({ max_cost: 2.5, max_tokens: 100_000, max_calls: 50, max_messages: 30 });
    expect(plan.limits.working_time).toBe(true);
    expect(budget_cost).toBe(20);
    const { stdout } = await dryRun(parameters);
    expect(stdout).toContain("without waiting for models");
    expect(stdout).toContain("model calls for $2.50, 100,000 tokens, 50 model calls, 30 messages");
    expect(stdout).toContain("(budget $20.00 for model calls)");
    expect(stdout).toMatch(/models +openai\/gpt-5-mini\n +with tools that providers run\n/);
  });

  test.each<[string, string[], string]>([
    ["a limit without a model", ["--max-cost", "1"], "--max-cost: this run has no model. Name one with --model"],
    ["a setting without a model", ["--model-setting", "seed=1"], "--model-setting needs a model"],
    ["provider tools without a model", ["--allow-provider-tools"], "--allow-provider-tools needs a model"],
    ["an unknown provider", ["--model", "opnai/gpt-5"], "There is no provider `opnai`. Did you mean `openai`?"],
    ["two models", ["--model", "openai/a", "openai/b"], "Expected one model, found openai/a and openai/b."],
    ["an unknown setting", ["--model", "openai/a", "--model-setting", "temprature=1"], "Did you mean `temperature`?"],
    ["an alias without a model", ["--model-alias", "claude"], "--model-alias: Expected NAME=provider/model"],
    ["a pattern without a provider", ["--allow-model", "gpt-*"], "--allow-model: Expected provider/pattern"],
    [
      "a file of prices that is not there",
      ["--model", "openai/a", "--prices", "/nowhere.yaml"],
      "cannot be read: ENOENT",
    ],
  ])("%s is refused", async (_, parameters, message) => {
    expect(await dryRun(parameters)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  });

  test("an unknown price together with a limit on cost is refused before anything starts", async () => {
    const model = ["--model", "openai/gpt-5-mini", "coding=compatible/mine"];
    for (const limit of [
      ["--max-cost", "1"],
      ["--budget-cost", "1"],
    ]) {
      const runs = join(ground.fresh(), "runs");
      const ran = await ground.run(["--run-dir", runs, "--sandbox", "local", ...model, ...limit, "--", "true"]);
      expect(ran.exitCode).toBe(2);
      expect(ran.stderr).toContain("that of compatible/mine is unknown. Set it with --prices FILE");
      expect(existsSync(runs)).toBe(false);
    }
    const prices = join(ground.fresh(), "prices.yaml");
    writeFileSync(prices, "compatible/*: { input: 0.1, output: 0.2 }\n");
    await planOf([...model, "--max-cost", "1", "--prices", prices]);
    await planOf([...model, "--max-tokens", "1000"]);
  });

  test("a recorded run may be named as in other commands", async () => {
    const runs = join(ground.fresh(), "runs");
    const alone = join(runs, "one");
    const { id } = plannedRuns(makePlan({ competitions: ["demo-bakery-sales"], seeds: [0] }))[0]!;
    await makeRunGroup(alone, { name: "one", competitions: ["demo-bakery-sales"], seeds: [0] });
    const mainOf = async (name: string): Promise<string> =>
      (await planOf(["--run-dir", runs, "--model", `replay/${name}`])).plan.models.main;
    for (const name of ["latest", "one", `one/${id}`, id, join(alone, id)]) {
      expect(await mainOf(name), name).toBe(`replay/${join(alone, id)}`);
    }
    await makeRunGroup(join(runs, "two"), { name: "two", seeds: [0] });
    for (const [name, message] of [
      ["two", "two is a run group of 2 runs. Give one of them, such as two/"],
      ["tow", "There is no run group or run `tow`"],
    ]) {
      const ran = await dryRun(["--run-dir", runs, "--model", `replay/${name}`]);
      expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message!) });
    }
  });

  test("a key of the host that was typed is refused, and recorded nowhere", async () => {
    const key = "sk-typed-0123456789";
    const runs = join(ground.fresh(), "runs");
    const given = ["--run-dir", runs, "--sandbox", "local"];
    for (const parameters of [
      ["--", "tool", `--key=${key}`],
      ["--env", `MY_KEY=${key}`, "--", "true"],
      ["--agent", "command", "--set", "command=true", `environment.KEY=Bearer ${key}`],
    ]) {
      const ran = await ground.run([...given, ...parameters], { environment: { ANTHROPIC_API_KEY: key } });
      expect(ran.exitCode).toBe(2);
      expect(ran.stderr).toContain("The value of ANTHROPIC_API_KEY is in the agent's command, settings or variables");
      expect(ran.stdout + ran.stderr).not.toContain(key);
      expect(existsSync(runs)).toBe(false);
    }
  });

  test("a provider without a key is refused before anything starts", async () => {
    const runs = join(ground.fresh(), "runs");
    const parameters = ["--run-dir", runs, "--sandbox", "local", "--model", "openai/gpt-5-mini", "--", "true"];
    const ran = await ground.run(parameters, { environment: { OPENAI_API_KEY: "" } });
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toMatch(/The model openai\/gpt-5-mini cannot be called\. .*OPENAI_API_KEY/);
    expect(existsSync(runs)).toBe(false);
  });

  test("a script that is not there is refused before anything starts", async () => {
    const runs = join(ground.fresh(), "runs");
    const ran = await ground.run([
      "--run-dir",
      runs,
      "--sandbox",
      "local",
      "--model",
      "scripted/none.yaml",
      "--",
      "true",
    ]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toMatch(/The script of the model cannot be read: .*none\.yaml/);
    expect(existsSync(runs)).toBe(false);
  });
});
