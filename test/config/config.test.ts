import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
let folders = 0;

/** A folder with these files; objects become JSON. */
function project(files: Readonly<Record<string, unknown>>): string {
  folders += 1;
  const folder = place(String(folders));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

const competition = (more: string) => `
  export default {
    id: "small", metric: "Accuracy", submissionFormat: "Two columns.", raw: "generated",
    grade: () => 1, prepare: async () => {},
    facts: { name: "Small", better: "higher", thresholds: { gold: 1, silver: 0.9, bronze: 0.8, median: 0.5 } },
    ${more}
  };`;
const listing = (directory: string) => runCli(["list", "--split", "config"], { directory });

describe("a config file", () => {
  test.each([
    ["js", `export default { competitions: ["./small.mjs"] };`],
    ["mjs", `import small from "./small.mjs"; export default { competitions: [small] };`],
    ["json", `{ "competitions": ["./small.mjs"] }`],
  ])("may end in .%s", async (extension, text) => {
    const files = {
      [`mlebench.config.${extension}`]: text,
      "small.mjs": competition(""),
      "package.json": { type: "module" },
    };
    expect((await listing(project(files))).stdout).toContain("small");
  });

  test("in TypeScript runs where Node does, and is refused with a way out elsewhere", async () => {
    const folder = project({ "mlebench.config.ts": `const config: object = {};\nexport default config;\n` });
    const { stderr, exitCode } = await runCli(["list"], { directory: folder });
    if ((process.features as { typescript?: unknown }).typescript) expect(exitCode).toBe(0);
    else expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/TypeScript needs Node 22\.18.*Use JavaScript/)]);
  });

  test("may build on another one", async () => {
    const folder = project({
      "base.json": { competitions: ["./small.mjs"], sandbox: "local" },
      "small.mjs": competition(""),
      "large.mjs": competition('knownProblems: ["none"],').replace('id: "small"', 'id: "large"'),
      "mlebench.config.json": { extends: "./base.json", competitions: ["./large.mjs"], limits: { time: "1h" } },
    });
    const { stdout } = await listing(folder);
    expect([stdout.includes("small"), stdout.includes("large")]).toEqual([true, true]);
    writeFileSync(join(folder, "base.json"), JSON.stringify({ extends: "./mlebench.config.json" }));
    const { stderr, exitCode } = await listing(folder);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("`extends` leads back to")]);
  });

  test("names packages", async () => {
    const directory = project({
      "mlebench.config.json": { competitions: ["own-tasks"], splits: "own-tasks/splits.json" },
      "node_modules/own-tasks/package.json": {
        name: "own-tasks",
        type: "module",
        exports: { ".": "./index.js", "./*": "./*" },
      },
      "node_modules/own-tasks/index.js": `import one from "./one.js"; export default [one];`,
      "node_modules/own-tasks/one.js": competition(""),
      "node_modules/own-tasks/splits.json": { mine: ["small"] },
    });
    expect((await runCli(["list", "--split", "mine"], { directory })).stdout).toContain("small");
  });

  test("is taken from --config or MLEBENCH_CONFIG, wherever the command runs", async () => {
    const file = join(
      project({ "other.json": { competitions: ["./small.mjs"] }, "small.mjs": competition("") }),
      "other.json",
    );
    expect((await runCli(["show", "small", "--config", file])).exitCode).toBe(0);
    expect((await runCli(["show", "small"], { environment: { MLEBENCH_CONFIG: file } })).exitCode).toBe(0);
    expect((await runCli(["show", "small"])).exitCode).toBe(2);
  });

  test("gives folders, limits and a sandbox; the environment wins over it, and the command line over both", async () => {
    const directory = project({
      "mlebench.config.json": {
        folders: { data: "data", runs: "../elsewhere" },
        limits: { time: "90m", memory: "3g", disk: "unlimited", cpus: 2, output: "1m" },
        sandbox: "docker",
      },
    });
    const dryRun = async (parameters: readonly string[], environment: Record<string, string> = {}) =>
      (
        await runCli(["run", "--agent", "dummy", "--split", "demo", "--dry-run", ...parameters], {
          directory,
          environment,
        })
      ).stdout;
    const limits = { wall_clock_ms: 5_400_000, memory_mb: 3072, cpus: 2, output_bytes: 1_048_576 };
    expect(JSON.parse(await dryRun(["--json"])).plan).toMatchObject({
      limits,
      sandbox: { name: "docker" },
      data_directory: join(directory, "data"),
    });
    expect(await dryRun([])).toContain(place("elsewhere"));

    const given = ["--memory", "1g", "--sandbox", "bubblewrap", "--data-dir", place("given")];
    const environment = { MLEBENCH_RUN_DIR: place("set"), MLEBENCH_DATA_DIR: place("set") };
    expect(JSON.parse(await dryRun([...given, "--json"], environment)).plan).toMatchObject({
      limits: { ...limits, memory_mb: 1024 },
      sandbox: { name: "bubblewrap" },
      data_directory: place("given"),
    });
    expect(await dryRun([], environment)).toContain(place("set"));
  });
});

describe("mistakes in a config file", () => {
  const mistakes: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, readonly string[]]>> = {
    "an unknown field": [
      { "mlebench.config.json": { limits: { memry: "1g" } } },
      ["mlebench.config.json: There is no field `limits.memry`. Did you mean `memory`?"],
    ],
    "a wrong value": [
      { "mlebench.config.json": { limits: { cpus: "two", time: "soon" }, sandbox: "dockr" } },
      [
        '`limits.cpus`: expected a number (above 0), found "two".',
        '`limits.time`: expected a duration such as 24h, 90m or a number of seconds, found "soon".',
        '`sandbox`: expected one of bubblewrap, docker, local, found "dockr".',
      ],
    ],
    "broken JSON": [{ "mlebench.config.json": "{" }, ["mlebench.config.json is not JSON"]],
    "a file that is missing": [
      { "mlebench.config.json": { competitions: ["./absent.mjs"] } },
      ["mlebench.config.json names", "absent.mjs"],
    ],
    "a package that is missing": [
      { "mlebench.config.json": { agents: ["absent-package"] } },
      ["`absent-package`", "Install it, or write `./absent-package` for a file."],
    ],
    "broken code": [
      { "mlebench.config.json": { competitions: ["./broken.mjs"] }, "broken.mjs": "export default {\n" },
      ["broken.mjs cannot be loaded: SyntaxError: ", "`node --check "],
    ],
    "no default export": [
      { "mlebench.config.mjs": `export const config = {};` },
      ["mlebench.config.mjs has no default export."],
    ],
    "a competition with wrong facts": [
      {
        "mlebench.config.json": { competitions: ["./small.mjs"] },
        "small.mjs": competition(`grade: 1, facts: { name: "Small", better: "lowest" },`),
      },
      [
        "small.mjs: `grade`: expected a function, found 1.",
        'small.mjs: `facts.better`: expected one of lower, higher, found "lowest".',
      ],
    ],
    "a competition without thresholds": [
      {
        "mlebench.config.json": { competitions: ["./small.mjs"] },
        "small.mjs": competition(`facts: { name: "Small", better: "lower" },`),
      },
      ["small.mjs: `facts`: expected a leaderboard, thresholds or both"],
    ],
    "an id that is taken": [
      {
        "mlebench.config.json": { competitions: ["./small.mjs"] },
        "small.mjs": competition(`id: "leaf-classification",`),
      },
      ["small.mjs: There already is a competition `leaf-classification`."],
    ],
    "a split with an unknown competition": [
      { "mlebench.config.json": { splits: { mine: ["leaf-clasification"] } } },
      ["The split `mine` names `leaf-clasification`, which does not exist. Did you mean `leaf-classification`?"],
    ],
    "a split whose name is taken": [
      { "mlebench.config.json": { splits: { lite: ["leaf-classification"] } } },
      ["mlebench.config.json: There already is a split `lite`."],
    ],
    "an agent whose name is taken": [
      {
        "mlebench.config.mjs": `import { defineAgent } from "mlebench/runs";
          export default { agents: [defineAgent({ name: "dummy", summary: "x", create: async () => ({}) })] };`,
      },
      ["mlebench.config.mjs, agents[0]: There already is an agent `dummy`."],
    ],
    "two config files": [
      { "mlebench.config.mjs": "export default {};", "mlebench.config.json": {} },
      ["mlebench.config.mjs and mlebench.config.json: keep one"],
    ],
  };

  test.each(Object.entries(mistakes))("%s: the message names the file and the field", async (_, [files, messages]) => {
    const { exitCode, stderr } = await listing(project(files));
    for (const message of messages) expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});
