import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { repair, runGround, sandboxOptions, theGroup } from "../support/run-agents.ts";
import { type CliOptions, runCli } from "../support/run-cli.ts";

const ground = await runGround(repair);
const script = join(ground.fresh(), "script.yaml");
writeFileSync(script, "otherwise: No program.");
const model = ["--model", `scripted/${script}`];

const kapso = (parameters: readonly string[], options: CliOptions = {}) =>
  runCli(["kapso", "--data-dir", ground.data, ...sandboxOptions([]), ...parameters], options);

/** What would be run. */
async function planned(parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const runs = ["--run-dir", ground.fresh()];
  const result = await kapso(["-c", repair, ...model, ...runs, "--dry-run", "--json", ...parameters], { environment });
  expect(result.exitCode, result.stderr).toBe(0);
  const { plan } = JSON.parse(result.stdout);
  return { ...plan, settings: plan.agent.settings };
}

describe("mlebench kapso", () => {
  test("is a run of the agent kapso with these settings", async () => {
    const { agent, competitions, seeds, settings } = await planned([
      "-i",
      "7",
      "-m",
      "MINIMAL",
      "-d",
      "react",
      "--no-kg",
    ]);
    expect([agent.name, competitions, seeds]).toEqual(["kapso", [repair], [0]]);
    expect(settings).toMatchObject({
      mode: "MINIMAL",
      steps: 7,
      coder: "react",
      knowledge: false,
      code_debug_tries: 2,
    });
  });

  test("leaves settings alone that it is not asked for, and --set wins", async () => {
    const file = join(ground.fresh(), "kapso.yaml");
    writeFileSync(file, "mode: HEAVY_EXPERIMENTATION\nsteps: 3\n");
    const { settings } = await planned(["--settings", file, "-d", "react", "--set", "coder=single"]);
    expect(settings).toMatchObject({ mode: "HEAVY_EXPERIMENTATION", steps: 3, coder: "single", knowledge: true });
  });

  test("takes the seed from MLE_SEED, also in .env, unless an option says otherwise", async () => {
    expect((await planned([], { MLE_SEED: "41" })).seeds).toEqual([41]);
    expect((await planned(["--seed", "5"], { MLE_SEED: "41" })).seeds).toEqual([5]);
    expect((await planned(["--seeds", "2"], { MLE_SEED: "41" })).seeds).toEqual([0, 1]);
    const directory = ground.fresh();
    writeFileSync(join(directory, ".env"), "MLE_SEED=12\n");
    const parameters = ["-c", repair, ...model, "--run-dir", join(directory, "runs"), "--dry-run", "--json"];
    const { stdout, stderr } = await kapso(parameters, { directory });
    expect(JSON.parse(stdout).plan.seeds, stderr).toEqual([12]);
    const wrong = await kapso(parameters, { environment: { MLE_SEED: "lucky" } });
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("MLE_SEED: Expected 0 or a positive whole number, found `lucky`."),
    ]);
  });

  test("gives runs the graphics card that CUDA_DEVICE names", async () => {
    const cards = { CUDA_VISIBLE_DEVICES: "0,1,2" };
    expect((await planned([], { ...cards, CUDA_DEVICE: "1" })).limits.gpus).toBe(1);
    const absent = await kapso(["-c", repair, ...model], { environment: { ...cards, CUDA_DEVICE: "4" } });
    expect([absent.exitCode, absent.stderr]).toEqual([
      2,
      expect.stringContaining("CUDA_DEVICE: There is no graphics card 4. There are 0, 1, 2."),
    ]);
    const none = await kapso(["-c", repair, ...model, "--dry-run"], {
      environment: { CUDA_VISIBLE_DEVICES: "", CUDA_DEVICE: "0" },
    });
    expect([none.exitCode, none.stderr]).toEqual([0, expect.stringContaining("this machine has no graphics card")]);
  });

  test("lists competitions and coding agents, and runs nothing", async () => {
    const all = await kapso(["--list"]);
    expect([all.exitCode, all.stdout]).toEqual([0, expect.stringContaining("spaceship-titanic")]);
    const lite = JSON.parse((await kapso(["--lite", "--json"])).stdout) as { competition_id: string }[];
    expect(lite.map(({ competition_id: id }) => id)).toEqual(loadSplit("lite"));
    const agents = await kapso(["--list-agents"], { environment: { MLEBENCH_AGENTS_DIR: ground.fresh() } });
    expect(agents.stdout).toMatch(/^single +- /m);
    expect(agents.stdout).toMatch(/^claude-code +no /m);
  });

  test.each([
    [["-c", "spaceship-titanik"], "There is no competition `spaceship-titanik`. Did you mean `spaceship-titanic`?"],
    [["-c", repair, "-m", "MINIMUM"], "There is no mode `MINIMUM`. Did you mean `MINIMAL`?"],
    [["-c", repair, "-d", "claude-cod"], "There is no coder `claude-cod`. Did you mean `claude-code`?"],
    [["-c", repair, "-i", "0"], "Expected a whole number of at least 1."],
    [["-c", repair, "--seed", "1", "--seeds", "2"], "cannot be used with option"],
    [[], "Name a competition with -c ID: `mlebench kapso --list` lists them."],
  ])("explains what is wrong with %j", async (parameters, message) => {
    const { exitCode, stderr } = await kapso([...parameters, ...model]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("runs, and programs get the seed", async () => {
    const runs = ground.fresh();
    const program = join(ground.fresh(), "script.yaml");
    const main = [
      'import { copyFileSync } from "node:fs";',
      'if (process.env.MLE_SEED !== "41") throw new Error("another seed");',
      'copyFileSync(process.env.DATA_DIR + "/sample_submission.csv", process.env.OUTPUT_DIR + "/final_submission.csv");',
    ].join("\n");
    writeFileSync(program, JSON.stringify({ otherwise: `The sample.\n\n\`\`\`js main.mjs\n${main}\n\`\`\`\n` }));
    const { exitCode, stderr, stdout } = await kapso(
      ["-c", repair, "-i", "1", "-m", "MINIMAL", "--model", `scripted/${program}`, "--set", "program=main.mjs"].concat([
        ...["--run-dir", runs, "--time-limit", "120"],
      ]),
      { environment: { MLE_SEED: "41" } },
    );
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^kapso .* 100\.0 ± - +1\/1$/m);
    expect(theGroup(runs).run(`${repair}_seed-41`).end).toMatchObject({ end: "finished" });
  });
});
