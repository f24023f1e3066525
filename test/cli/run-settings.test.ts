import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { plant, runGround, submitSample } from "../support/run-agents.ts";

const ground = await runGround(plant);
const script = `${submitSample}; echo "$FIRST and $SECOND"`;
const dryRun = async (...parameters: string[]) => {
  const { stdout, stderr } = await ground.run(["--sandbox", "local", "--dry-run", "--json", ...parameters]);
  expect(JSON.parse(stdout).plan, stderr).toBeDefined();
  return JSON.parse(stdout).plan.agent;
};

describe("the settings of an agent", () => {
  const file = join(ground.fresh(), "settings.yaml");
  writeFileSync(file, `command: ["/bin/sh", "-c", '${script}']\nenvironment:\n  FIRST: one\n  SECOND: two\n`);

  test("come from a file, and --set wins over it", async () => {
    const settings = ["--settings", file, "--set", "environment.SECOND=three", "pass_environment=SHOWN_KEY"];
    const ran = await ground.run(["--agent", "command", "--time-limit", "600", "--sandbox", "local", ...settings], {
      environment: { SHOWN_KEY: "a secret value" },
    });
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.group.run().output).toBe("one and three\n");
    const expected = {
      name: "command",
      label: "command",
      settings: {
        command: ["/bin/sh", "-c", script],
        environment: { FIRST: "one", SECOND: "three" },
        pass_environment: ["SHOWN_KEY"],
      },
    };
    for (const record of [join(ran.group.folder, "group.json"), ran.group.run().place("run.json")]) {
      expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({ format: 2, agent: expected });
      expect(readFileSync(record, "utf8")).not.toContain("a secret value");
    }
  });

  test("have options as shorthand for them", async () => {
    const folder = ground.fresh();
    const options = ["--agent-dir", folder, "-e", "A=1", "-e", "B=x=y", "--pass-env", "PATH", "--", "sh", "-c", "true"];
    const settings = [`directory=${folder}`, "environment.A=1", "environment.B=x=y", "pass_environment=PATH"];
    const command = 'command=["sh", "-c", "true"]';
    const spelled = await dryRun("--agent", "command", "--set", ...settings, "--set", command);
    expect(await dryRun(...options)).toEqual(spelled);
    expect(await dryRun("--agent", "oracle", "--answers", "README.md")).toEqual(
      await dryRun("--agent", "oracle", "--set", "answers=README.md"),
    );
    expect(spelled).toMatchObject({ name: "command", label: "command", settings: { directory: folder } });
  });

  test.each<[string, string[], string]>([
    [
      "an unknown setting",
      ["--set", "comand=x"],
      "The agent `command` has no setting `comand`. Did you mean `command`?",
    ],
    ["no setting", ["--set", "command"], "--set: Expected KEY=VALUE, found `command`."],
    [
      "a wrong value",
      ["--set", "environment=A"],
      '`environment` of the agent `command`: expected a mapping from names to texts, found "A".',
    ],
    [
      "another agent's",
      ["--answers", "README.md"],
      "The agent `command` has no setting `answers`. It belongs to oracle.",
    ],
    ["a file that is not there", ["--settings", "/nowhere.yaml"], "The settings cannot be read: ENOENT"],
  ])("%s is refused before anything is written", async (_, parameters, message) => {
    const runs = join(ground.fresh(), "runs");
    const ran = await ground.run(["--run-dir", runs, "--agent", "command", ...parameters, "--", "true"]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(message) });
    expect(existsSync(runs)).toBe(false);
  });
});

test("no command loads the YAML parser before it needs it, but `image build --agent`", () => {
  const root = fileURLToPath(new URL("../../src/cli/commands/", import.meta.url));
  const commands = readdirSync(root).filter((file) => reaches(join(root, file), "yaml"));
  expect(commands).toEqual(["image-build.ts"]);
});

/** Whether a source file imports a package, itself or through others; imports within functions do not count. */
function reaches(file: string, wanted: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const targets = [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)"/gm)].map(([, target]) => target!);
  return targets.some((target) =>
    target.startsWith(".") ? reaches(normalize(join(dirname(file), target)), wanted, seen) : target === wanted,
  );
}
