import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { listIds, loadSplit } from "../../src/facts/splits.ts";
import { type MadeGroup, makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { shellWord } from "../support/run-on-terminal.ts";
import { builtCommand } from "../support/start-cli.ts";
import { requireProgram } from "../support/system-programs.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runs = place("runs");
const environment = { MLEBENCH_RUN_DIR: runs };

/** What the last of the words could become. */
async function completed(...words: string[]): Promise<string[]> {
  const { stdout, exitCode, stderr } = await runCli(["completion", "bash", "--", ...words], { environment });
  expect(exitCode, stderr).toBe(0);
  return stdout.split("\n").slice(0, -1);
}

beforeAll(async () => {
  const group = {
    competitions: ["leaf"],
    seeds: [0, 1],
    host: "none",
    run: () => ({ until: "planned" }),
  } satisfies MadeGroup;
  await makeRunGroup(join(runs, "2026-01-01_mine"), {
    ...group,
    agent: { name: "command", label: "mine", settings: {} },
  });
  const label = "$(touch owned); two words";
  await makeRunGroup(join(runs, "2026-01-02_other"), { ...group, agent: { name: "command", label, settings: {} } });
  mkdirSync(place("bin"));
  const script = `#!/bin/sh\nexec ${shellWord(process.execPath)} ${shellWord(builtCommand)} "$@"\n`;
  writeFileSync(place("bin", "mlebench"), script, { mode: 0o755 });
});

describe("mlebench completion", () => {
  test("completes commands, options and their choices as they are declared", async () => {
    expect(await completed("")).toEqual(expect.arrayContaining(["completion", "grade-sample", "list", "run", "runs"]));
    expect(await completed("runs", "")).toEqual(["list", "show"]);
    expect(await completed("list", "--")).toEqual(
      expect.arrayContaining(["--data-dir", "--help", "--json", "--prepared", "--split"]),
    );
    expect(await completed("run", "--network", "")).toEqual(["internal", "none", "open"]);
    expect(await completed("completion", "")).toEqual(["bash", "fish", "zsh"]);
    expect(await completed("export", "mine", "--to", "j")).toEqual(["jsonl", "junit"]);
    expect(await completed("export", "mine", "--table", "ca")).toEqual(["calls", "candidates"]);
  });

  test("completes competitions, splits, agents, run groups and runs", async () => {
    expect(await completed("show", "spaceship")).toEqual(["spaceship-titanic"]);
    expect(await completed("run", "-c", "leaf-classification", "demo-")).toEqual([...loadSplit("demo")].sort());
    expect(await completed("prepare", "--competition-id", "")).toEqual(expect.arrayContaining(listIds()));
    expect(await completed("list", "--split", "l")).toEqual(["lite", "low"]);
    expect(await completed("solve", "--metric", "rm")).toEqual(["rmse", "rmsle"]);
    expect(await completed("kapso", "-m", "M")).toEqual(["MINIMAL", "MLE_CONFIGS"]);
    expect(await completed("kapso", "-d", "c")).toEqual(["claude-code", "codex"]);
    expect(await completed("list", "--split=l")).toEqual(["--split=lite", "--split=low"]);
    expect(await completed("list", "--split", "=", "l")).toEqual(["lite", "low"]);
    expect(await completed("list", "--split", "=")).toEqual(expect.arrayContaining(["demo", "low"]));
    expect(await completed("run", "--agent", "b")).toEqual(["baseline"]);
    expect(await completed("agents", "show", "d")).toEqual(["dummy"]);
    const groups = ["2026-01-01_mine", "2026-01-02_other", "latest", "mine"];
    expect(await completed("runs", "show", "")).toEqual(groups);
    expect(await completed("verify", "mine", "2026-01-02")).toEqual(["2026-01-02_other"]);
    expect(await completed("logs", "-f", "mine/")).toEqual(["mine/leaf_seed-0", "mine/leaf_seed-1"]);
    expect(await completed("stop", "--run-dir", place("nowhere"), "")).toEqual([]);
  });

  test("leaves files, free text and an agent's own words to the shell", async () => {
    expect(await completed("validate", "")).toEqual([]);
    expect(await completed("run", "--label", "")).toEqual([]);
    expect(await completed("run", "-c", "leaf-classification", "--", "li")).toEqual([]);
  });
});

/** Each prints the candidates of `mlebench runs show 2026`, a line each, after it has read the shell's script. */
const shells = {
  bash: {
    words: ["--norc", "-c"],
    script: `source <(mlebench completion bash)
      complete -p mlebench >/dev/null || exit 1
      COMP_WORDS=(mlebench runs show 2026); COMP_CWORD=3
      _mlebench mlebench; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  zsh: {
    words: ["-f", "-c"],
    script: `compdef() { [[ $1 == _mlebench && $2 == mlebench ]] || exit 1; }
      compadd() { shift; print -l -- "$@"; }
      source <(mlebench completion zsh)
      words=(mlebench runs show 2026); CURRENT=4; _mlebench`,
  },
  fish: {
    words: ["--no-config", "-c"],
    script: `mlebench completion fish | source
      complete -C 'mlebench runs show 2026'`,
  },
};

describe.each(Object.entries(shells))("in %s", (shell, { words, script }) => {
  test.skipIf(requireProgram(shell, shell) === null)("the script completes what the command knows", () => {
    const PATH = `${place("bin")}${delimiter}${process.env.PATH}`;
    const output = execFileSync(shell, [...words, script], {
      env: { ...process.env, ...environment, PATH, HOME: place("home") },
    });
    expect(output.toString()).toBe("2026-01-01_mine\n2026-01-02_other\n");
  });
});
