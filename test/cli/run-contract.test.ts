import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plainSandboxes } from "../support/bubblewrap.ts";
import { type GroupFolder, plant, type RunFolder, runGround, submitSample } from "../support/run-agents.ts";

const ground = await runGround(plant);

/** What `env` printed. */
const variables = (run: RunFolder): Record<string, string> =>
  Object.fromEntries(
    run.output
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

describe.each(plainSandboxes)("what an agent finds in the sandbox %s", (sandbox) => {
  test("is its environment, a seed of its own, and nothing of the host's environment", async () => {
    const secret = `secret-${Math.random()}`;
    const environment = { SHOWN_KEY: secret, HIDDEN_KEY: "hidden", PYTHONPATH: "/hidden" };
    const started = Date.now();
    const ran = await ground.run(
      [
        ...["--sandbox", sandbox, "--seeds", "3,7", "--jobs", "2", "--time-limit", "2m", "-e", "FLAVOUR=plain=vanilla"],
        ...["--pass-env", "SHOWN_KEY", "--", "/bin/sh", "-c"],
        `[ "\${#SHOWN_KEY}" = ${secret.length} ] || exit 9; unset SHOWN_KEY; env; ${submitSample}`,
      ],
      { environment },
    );
    const ended = Date.now();
    expect(ran.exitCode, ran.stderr).toBe(0);
    for (const seed of ["3", "7"]) {
      const run = ran.group.run(`${plant}_seed-${seed}`);
      const { DEADLINE, ...found } = variables(run);
      const home = sandbox === "local" ? run.place("workspace") : "/home";
      expect(found).toMatchObject({
        COMPETITION_ID: plant,
        SEED: seed,
        TIME_LIMIT_SECONDS: "120",
        DATA_DIR: sandbox === "local" ? join(ground.data, plant, "prepared", "public") : "/home/data",
        SUBMISSION_DIR: `${home}/submission`,
        CODE_DIR: `${home}/code`,
        LOGS_DIR: `${home}/logs`,
        WARNING_FILE: `${home}/logs/time-is-nearly-up.txt`,
        VALIDATE_URL: expect.stringMatching(/^http:\/\/(localhost|127\.0\.0\.1):\d+\/validate$/),
        INSTRUCTIONS_FILE: expect.stringMatching(/\/instructions\.txt$/),
        FLAVOUR: "plain=vanilla",
      });
      expect(Date.parse(DEADLINE!) - started).toBeGreaterThan(120_000 - 1);
      expect(Date.parse(DEADLINE!)).toBeLessThanOrEqual(ended + 120_000);
      expect(Object.keys(found)).not.toContain("HIDDEN_KEY");
      expect(Object.keys(found)).not.toContain("PYTHONPATH");
      expect(run.read("run.json")).toContain('"SHOWN_KEY"');
    }
    expect(filesHolding(ran.group, secret)).toEqual([]);
  });

  test("is blanked out in its log where it is a secret, even printed in two parts", async () => {
    const secret = `secret-${Math.random()}`;
    const inParts = 'printf "key: %.9s" "$MY_KEY"; sleep 0.5; echo "$MY_KEY" | cut -c10-';
    const script = `${inParts}; echo "again $MY_KEY" >&2; ${submitSample}`;
    const ran = await ground.run(["--sandbox", sandbox, "--pass-env", "MY_KEY", "--", "/bin/sh", "-c", script], {
      environment: { MY_KEY: secret },
    });
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.group.run().output).toMatch(/key: \*\*\*\n/);
    expect(ran.group.run().output).toMatch(/again \*\*\*\n/);
    expect(filesHolding(ran.group, secret)).toEqual([]);
  });

  test("lets it read its data and instructions, validate, and leave code and logs", async () => {
    const script = [
      'cat "$INSTRUCTIONS_FILE"',
      'test -s "$DATA_DIR/train.csv" && test -s "$DATA_DIR/description.md"',
      'pwd; echo "print()" > "$CODE_DIR/train.py"; mkdir "$LOGS_DIR/deep"; echo "a log" > "$LOGS_DIR/deep/agent.log"',
      submitSample,
      '"$VALIDATE_SCRIPT" "$SUBMISSION_DIR/submission.csv"',
      'echo "id,nothing" > "$CODE_DIR/wrong.csv"; "$VALIDATE_SCRIPT" "$CODE_DIR/wrong.csv"',
      `find / -name '*.csv' -path '*${plant}*private*' 2>/dev/null | head -3 | sed 's/^/ANSWERS /'`,
    ].join("\n");
    const ran = await ground.run(["--sandbox", sandbox, "--time-limit", "600", "--", "/bin/sh", "-c", script]);
    expect(ran.exitCode, ran.stderr).toBe(0);
    const run = ran.group.run();
    expect(run.output).toContain("/submission.csv");
    if (sandbox !== "local") expect(run.output).not.toContain("ANSWERS");
    expect(run.read("code", "train.py")).toBe("print()\n");
    expect(run.read("logs", "deep", "agent.log")).toBe("a log\n");
    expect(run.read("submission.csv")).toBe(
      readFileSync(join(ground.data, plant, "prepared", "public", "sample_submission.csv"), "utf8"),
    );
    const validations = run.events.filter((event) => event.type === "validation");
    expect(validations.map(({ valid }) => valid)).toEqual([true, false]);
    expect(validations[1]!.answer).not.toMatch(/score/i);
    const opened = run.events[0]!;
    expect(opened).toMatchObject({ type: "opened", attempt: 1, sandbox: { sandbox } });
  });
});

test("--agent-dir's files are at hand, and --retain keeps the workspace", async () => {
  const folder = ground.fresh();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "main.sh"), `. "$AGENT_DIR/settings"; echo "with $SETTING"; ${submitSample}\n`);
  writeFileSync(join(folder, "settings"), "SETTING=care\n");
  const ran = await ground.run(["--retain", "--time-limit", "600", "--agent-dir", folder, "--", "/bin/sh", "main.sh"]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(ran.group.run().output).toBe("with care\n");
  expect(readdirSync(ran.group.run().place("workspace", "submission"))).toEqual(["submission.csv"]);
});

/** Files below a group that hold a text. */
function filesHolding({ folder }: GroupFolder, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path, "latin1").includes(text));
}
