import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { sha256 } from "../../src/lib/hashing.ts";
import { packageVersion } from "../../src/lib/package-version.ts";
import { readPlan } from "../../src/runs/record/group-plan.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { type RanGroup, repair, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ground = await runGround(repair);
const place = temporaryDirectory();
const script = fileURLToPath(new URL("../../data/demo/solve-repair-minutes.yaml", import.meta.url));
const model = `scripted/${script}`;

const entry = (...parameters: string[]) => runCli(["leaderboard", "entry", ...parameters]);
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

describe("leaderboard entry of a demo group", () => {
  let ran: RanGroup;
  let folder: string;

  beforeAll(async () => {
    const limits = ["--time-limit", "100s", "--memory", "2g", "--max-calls", "50"];
    ran = await ground.run(["--agent", "react", "--model", model, "--seeds", "3", ...limits]);
    folder = ran.group.folder;
  });

  test("is refused with what is missing", async () => {
    const { exitCode, stderr } = await entry(folder, "--output", place("refused"));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/75 of the 75 competitions are not in the group: .* and 71 more\n.*add --partial/s);
    expect(existsSync(place("refused"))).toBe(false);
  });

  test("discloses what its records say, field by field", async () => {
    const { exitCode, stderr } = await entry(folder, "--partial", "--output", place("entry"));
    expect([exitCode, stderr], stderr).toEqual([0, expect.stringContaining("Partial: 75 of the 75 competitions")]);
    const plan = readPlan(folder);
    const runs = [0, 1, 2].map((seed) => ran.group.run(`${repair}_seed-${seed}`));
    const opened = runs.map(({ events }) => events.find((event) => event.type === "opened")!);
    const validations = runs.flatMap(({ events }) => events.filter(({ type }) => type === "validation"));
    const calls = runs.flatMap((run) =>
      run
        .read("calls.jsonl")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
    const sum = (key: string) => calls.reduce((total, { usage }) => total + usage[key], 0);
    const { sandbox } = opened[0]!;
    const isIsolated = sandbox.isolation !== "none";
    const isOpen = plan.sandbox.network === "open" || !isIsolated;

    expect(readJson(place("entry", "disclosure.json"))).toEqual({
      format: 1,
      partial: true,
      lacks: [{ what: "75 of the 75 competitions are not in the group", names: loadSplit("all") }],
      group: plan.name,
      created_at: plan.createdAt,
      date: runs
        .map((run) => JSON.parse(run.read("grade.json")).report.created_at.slice(0, 10))
        .sort()
        .at(-1),
      edition: "v1",
      seeds: [0, 1, 2],
      agent: {
        name: "react",
        label: "react",
        settings: plan.agent.settings,
        identity: plan.content!.hash,
        files: plan.content!.files,
        versions: plan.content!.versions,
      },
      medal_percent: { low: null, medium: null, high: null, all: null },
      runs: { planned: 3, graded: 3, retried: 0, interrupted: 0, missing: [] },
      made_with: {
        versions: [packageVersion()],
        node: [process.versions.node],
        platforms: [`${process.platform} ${process.arch}`],
      },
      limits: [
        limit("time", 100_000, "ms", null, sandbox.enforcement.wallClockMs!),
        limit("memory", 2048, "MiB", null, sandbox.enforcement.memoryMb!),
        limit(
          "processes",
          plan.limits.processes!,
          null,
          plan.derivedLimits!.processes!,
          sandbox.enforcement.processes!,
        ),
        limit(
          "file size",
          plan.limits.fileSizeMb!,
          "MiB",
          plan.derivedLimits!.fileSizeMb!,
          sandbox.enforcement.fileSizeMb!,
        ),
        limit("disk", plan.limits.diskMb!, "MiB", plan.derivedLimits!.diskMb!, sandbox.enforcement.diskMb!),
        limit("output of a command", plan.limits.outputBytes!, "bytes", null, sandbox.enforcement.outputBytes!),
        limit("model calls", 50, null, null, "harness"),
      ],
      unlimited: [],
      sandbox: {
        names: [sandbox.sandbox],
        isolation: [sandbox.isolation],
        unsafe: !isIsolated,
        image: null,
        notes: expect.arrayContaining(sandbox.notes.filter((note) => !/^user \d+/.test(note))),
        changed_settings: [],
        mounts: [],
        environment: [],
      },
      network: {
        open: isOpen,
        policies: [sandbox.network],
        validation_calls: validations.length,
        validation_valid: validations.length,
        rehearsal_scores: 0,
        proxy_calls: 0,
        host_calls: calls.length,
        provider_tools: false,
        beyond: expect.stringMatching(isOpen ? /^Anything/ : /^Nothing: the sandbox had no network/),
      },
      answers: {
        readable: isIsolated ? "never" : "possible",
        why: expect.stringContaining(isIsolated ? "By construction" : "does not isolate"),
      },
      models: {
        recorded: isOpen ? "some" : "all",
        given: [model],
        cost: null,
        used: [
          {
            model,
            answered_by: [model],
            calls: calls.length,
            failed: 0,
            estimated: calls.length,
            input_tokens: sum("inputTokens"),
            cache_read_tokens: sum("cacheReadTokens"),
            output_tokens: sum("outputTokens"),
            cost: 0,
            unpriced: calls.length,
          },
        ],
      },
      verification: {
        intact: true,
        head: sha256(readFileSync(join(folder, "events.jsonl"), "utf8").trimEnd().split("\n").at(-1)!),
        problems: [],
        notes: [],
        unchecked: expect.stringContaining("--signed-by"),
        runs: 3,
        unfinished: 0,
        files: expect.any(Number),
        bytes: expect.any(Number),
      },
      competitions: [
        { competition_id: repair, manifests: [JSON.parse(runs[0]!.read("run.json")).manifest], known_problems: [] },
      ],
      deviations: [
        { what: "time", recommended: "24 h", found: "1 min 40 s", deviates: true },
        { what: "processors", recommended: "36", found: expect.stringContaining("not recorded"), deviates: null },
        { what: "memory", recommended: "440 GB", found: "2 GiB", deviates: true },
        { what: "graphics cards", recommended: "one A10 with 24 GB", found: "none", deviates: true },
        { what: "seeds", recommended: "3 or more", found: "3", deviates: false },
      ],
      not_recorded: expect.arrayContaining(["whether the agent's source is public"]),
    });
    expect(validations.length).toBeGreaterThan(0);
    expect(calls.length).toBeGreaterThan(0);

    function limit(name: string, value: number, unit: string | null, derived: string | null, way: string) {
      return { name, value, unit, derived_from: derived, enforcement: { [way]: 3 } };
    }
  });

  test("writes a report per seed and marks everything as partial", async () => {
    expect(readdirSync(place("entry")).sort()).toEqual([
      "disclosure.json",
      "disclosure.md",
      "partial_grading_report_1.json",
      "partial_grading_report_2.json",
      "partial_grading_report_3.json",
      "row.md",
    ]);
    const report = readJson(place("entry", "partial_grading_report_1.json"));
    expect(report).toMatchObject({ total_runs: 1, competition_reports: [{ competition_id: repair, any_medal: true }] });
    const [, , row] = readFileSync(place("entry", "row.md"), "utf8").split("\n");
    expect(row).toMatch(
      /^\| react (\\\[not isolated\\\] )?\\\[partial\\\] \| scripted.* \| unknown \| 0\.03 \| [\d-]{10} \| yes \| unknown \|$/,
    );
    const sheet = readFileSync(place("entry", "disclosure.md"), "utf8");
    expect(sheet).toMatch(/^## Disclosure: react .*\\\[partial\\\]$/m);
    for (const line of [
      "- PARTIAL: 75 of the 75 competitions",
      "| verify | intact",
      "| agent's identity | ",
      "| time | 1 min 40 s | the plan |",
    ]) {
      expect(sheet).toContain(line);
    }
    const again = await entry(folder, "--partial", "--output", place("entry"));
    expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--force") });
  });

  test("says that a byte was changed", async () => {
    writeFileSync(
      join(folder, `${repair}_seed-1`, "grade.json"),
      `${ran.group.run(`${repair}_seed-1`).read("grade.json")} `,
    );
    const { exitCode, stderr, stdout } = await entry(folder, "--partial", "--output", place("changed"), "--json");
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining("CHANGED since it was recorded: 1 problem")]);
    const { verification } = JSON.parse(stdout).disclosure;
    expect(verification).toMatchObject({ intact: false, problems: [{ file: `${repair}_seed-1/grade.json` }] });
    expect(readFileSync(place("changed", "row.md"), "utf8")).toContain("\\[changed records\\]");
  });
});

describe("leaderboard entry of all competitions", () => {
  const all = loadSplit("all");
  const runs = place("runs");
  const medals = (id: string) => (Number(id.at(-1)) < all.indexOf(id.split("_")[0]!) % 3 ? "gold" : null);

  test("needs no mark when every run has a result", async () => {
    await makeRunGroup(join(runs, "whole"), {
      name: "whole",
      competitions: all,
      seeds: [0, 1, 2],
      wallClockMs: 86_400_000,
      run: (id) => ({ medal: medals(id) }),
    });
    const { exitCode, stderr } = await entry("whole", "--run-dir", runs, "--output", place("whole"));
    expect(exitCode, stderr).toBe(0);
    const sheet = readJson(place("whole", "disclosure.json"));
    expect(sheet).toMatchObject({ partial: false, lacks: [], runs: { planned: 225, graded: 225 } });
    expect(sheet.medal_percent.all).toMatchObject({ padded: false, seeds: 3, mean: expect.closeTo(100 / 3, 8) });
    expect(sheet.deviations[0]).toEqual({ what: "time", recommended: "24 h", found: "24 h 0 min", deviates: false });
    const pizza = sheet.competitions.find(
      (each: { competition_id: string }) => each.competition_id === "random-acts-of-pizza",
    );
    expect(pizza.known_problems.length).toBeGreaterThan(0);
    // The journals of such a group say that its sandboxes did not isolate.
    const row = readFileSync(place("whole", "row.md"), "utf8");
    expect(row).toMatch(/^\| baseline \\\[not isolated\\\] \| none \| 36\.36 ± 20\.99 \|/m);
    expect(row).not.toContain("partial");
    expect(sheet.answers.readable).toBe("possible");
    // The reports give the same row as the group.
    const { stdout } = await runCli(["leaderboard", place("whole"), "--json"]);
    const own = JSON.parse(stdout).rows.find(({ origin }: { origin: string }) => origin === "own");
    expect(own.medal_percent).toEqual(sheet.medal_percent);
  });

  test("names the runs that are missing, and counts them as failed in a partial entry", async () => {
    const run = (id: string) => ({ medal: "gold", until: id === `${all[0]}_seed-1` ? "planned" : "ended" }) as const;
    await makeRunGroup(join(runs, "begun"), { name: "begun", competitions: all, seeds: [0, 1, 2], run });
    const refused = await entry("begun", "--run-dir", runs, "--output", place("begun"));
    expect(refused.stderr).toContain(`1 of 225 runs have no result: ${all[0]} seed 1 (not finished)`);
    await entry("begun", "--run-dir", runs, "--output", place("begun"), "--partial");
    const sheet = readJson(place("begun", "disclosure.json"));
    expect(sheet.runs.missing).toEqual([{ competition_id: all[0], seed: 1, why: "not finished", reason: null }]);
    expect(sheet.medal_percent.all).toMatchObject({ padded: true, mean: expect.closeTo((100 * 224) / 225, 8) });
    expect(readFileSync(place("begun", "row.md"), "utf8")).toMatch(/\[partial\\\].* 99\.56 ± 0\.44 \\\* \|/);
  });

  test("counts a seed that was never started as failed", async () => {
    const run = (id: string) => ({ medal: "gold", until: id.endsWith("_seed-2") ? "planned" : "ended" }) as const;
    await makeRunGroup(join(runs, "short"), { name: "short", competitions: loadSplit("high"), seeds: [0, 1, 2], run });
    await entry("short", "--run-dir", runs, "--output", place("short"), "--partial");
    const { medal_percent } = readJson(place("short", "disclosure.json"));
    expect(medal_percent).toMatchObject({
      low: null,
      high: { padded: true, seeds: 3, mean: expect.closeTo(200 / 3, 8) },
    });
  });

  test("publishes the names of the agent's variables, not their values", async () => {
    const settings = { command: ["true"], environment: { TOKEN: "hush-hush" } };
    const agent = { name: "command", label: "mine", settings };
    await makeRunGroup(join(runs, "secret"), { name: "secret", agent });
    await entry("secret", "--run-dir", runs, "--output", place("secret"), "--partial");
    const sheet = readFileSync(place("secret", "disclosure.json"), "utf8");
    expect(JSON.parse(sheet).agent.settings).toEqual({ command: ["true"], environment: { TOKEN: "not shown" } });
    expect(sheet + readFileSync(place("secret", "disclosure.md"), "utf8")).not.toContain("hush-hush");
  });

  test("takes run groups only", async () => {
    writeFileSync(place("grading_report.json"), "{}");
    const file = await entry(place("grading_report.json"), "--output", place("out"));
    expect(file).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("records of a run group") });
    const wrong = await entry("whloe", "--run-dir", runs, "--output", place("out"));
    expect(wrong.stderr).toContain("Did you mean `whole`?");
  });
});
