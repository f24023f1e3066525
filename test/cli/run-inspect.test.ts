import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fail, LoopbackServer } from "../kaggle/loopback-server.ts";
import { offline } from "../support/offline.ts";
import { plant, repair, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(plant);
const dryRun = (parameters: readonly string[]) =>
  ground.run(["--sandbox", "local", "--dry-run", "--prepare", "--json", ...parameters, "--", "true"]);
const planOf = async (parameters: readonly string[]) => {
  const { exitCode, stdout, stderr } = await dryRun(parameters);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout).plan;
};

describe.concurrent("Inspect's names", () => {
  test("--epochs, --limit and -T mean what they mean there", async () => {
    const plan = await planOf([
      ...[
        "--split",
        "demo",
        "--epochs",
        "3",
        "--limit",
        "2",
        "--model",
        "scripted/data/demo/solve-repair-minutes.yaml",
      ],
      ...["-T", "max_messages=30", "-T", "cpu_override=0.5", "mem_override=4", "gpu_driver=nvidia"],
      ...["-T", "skip_tos_check=true", "force_rebuild=false"],
    ]);
    expect(plan.competitions).toEqual([plant, repair]);
    expect(plan.seeds).toEqual([0, 1, 2]);
    expect(plan.limits).toMatchObject({ max_messages: 30, cpus: 0.5, memory_mb: 4096 });
    expect((await planOf(["--split", "demo", "--limit", "2-3"])).competitions).toHaveLength(2);
    expect((await planOf(["--split", "demo", "-T", "epochs=2"])).seeds).toEqual([0, 1]);
  });

  test("-T split is a split, a competition or a file", async () => {
    const run = async (value: string) => {
      const places = ["--sandbox", "local", "--allow-unsafe", "-T", "data_dir=/data", `split=${value}`];
      const parameters = ["run", ...places, "--dry-run", "--prepare", "--json"];
      const { stdout, stderr, exitCode } = await runCli([...parameters, "--", "true"]);
      expect(exitCode, stderr).toBe(0);
      const { plan } = JSON.parse(stdout);
      expect(plan.data_directory).toBe("/data");
      return plan.competitions;
    };
    const list = join(ground.fresh(), "mine.txt");
    writeFileSync(list, `${repair}\n`);
    expect(await run("low.txt")).toHaveLength(22);
    expect(await run("spaceship-titanic.txt")).toEqual(["spaceship-titanic"]);
    expect(await run(list)).toEqual([repair]);
  });

  test.each([
    ["solver=x", "-T solver: not supported: name an agent with --agent."],
    ["sandbox_config=x", "-T sandbox_config: not supported, because it is Python code"],
    ["force_rebuild=true", "-T force_rebuild: not supported, because images are built beforehand"],
    ["gpu_driver=amd", "-T gpu_driver: Expected nvidia, found `amd`."],
    ["cpu_overide=1", "-T cpu_overide: there is no such parameter. Did you mean `cpu_override`?"],
    ["cpu_override=none", "-T cpu_override: Expected a number above 0."],
    ["skip_tos_check=maybe", "-T skip_tos_check: Expected true or false, found `maybe`."],
    ["sandbox_type=docker", "Give -T sandbox_type or --sandbox, not both."],
    ["sandbox_type=k8s", "-T sandbox_type: Expected "],
    ["compose_overrides={shm_size: 1g}", "-T compose_overrides needs --sandbox docker; it is local."],
    ["split", "-T: Expected NAME=VALUE, found `split`."],
  ])("-T %s is refused by name", async (parameter, message) => {
    expect(await dryRun(["-T", parameter])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  });

  test.each(["0", "3-2", "x", "9-10"])("--limit %s is refused", async (limit) => {
    const { exitCode, stderr } = await dryRun(["--split", "demo", "--limit", limit]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--limit");
  });

  test("-T compose_overrides adds container settings", async () => {
    const parameters = ["--sandbox", "docker", "--dry-run", "--json", "-T", "compose_overrides={shm_size: 1g}"];
    const { stdout, stderr } = await ground.run([...parameters, "--", "true"]);
    expect(JSON.parse(stdout || "{}").plan?.sandbox, stderr).toMatchObject({ shm_mb: 1024 });
  });
});

describe.concurrent("run --prepare", () => {
  test("prepares what is missing, then runs", async () => {
    const data = join(ground.fresh(), "data");
    const parameters = ["-c", repair, "--data-dir", data, "--sandbox", "local", "--agent", "dummy"];
    const without = await ground.run(parameters);
    expect(without.stderr).toContain("or add --prepare");
    const { exitCode, stderr, stdout } = await ground.run([...parameters, "--prepare"]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(`Preparing ${repair} ...`);
    expect(stdout).toMatch(/demo-repair-minutes +24\.27/);
  });

  test("asks for all rules first: one that is not accepted, and nothing is downloaded", async () => {
    const kaggle = await LoopbackServer.start();
    const urls: string[] = [];
    kaggle.handler = (request, response) => {
      urls.push(request.url ?? "");
      if (request.url?.includes("spaceship-titanic")) return fail(403, "You must accept the rules")(request, response);
      response.setHeader("content-type", "application/json").end(JSON.stringify({ files: [], nextPageToken: "" }));
    };
    const runs = join(ground.fresh(), "runs");
    const places = ["--data-dir", join(ground.fresh(), "data"), "--run-dir", runs, "--sandbox", "local"];
    const ids = ["-c", "leaf-classification", "spaceship-titanic"];
    const { exitCode, stderr } = await ground.run([...ids, ...places, "--agent", "dummy", "--prepare"], {
      environment: { ...offline, MLEBENCH_KAGGLE_URL: kaggle.url, KAGGLE_API_TOKEN: "token" },
    });
    await kaggle.stop();
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(
      "Nothing was downloaded, and no run was started:\n  spaceship-titanic: rules not accepted yet",
    );
    expect(stderr).toContain("https://www.kaggle.com/c/spaceship-titanic/rules");
    expect(urls).toHaveLength(2);
    expect(existsSync(runs)).toBe(false);
  });
});
