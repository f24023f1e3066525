import { expect, test } from "vitest";
import { plant, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(plant);
const local = ["run", "--agent", "dummy", "-c", plant, "--data-dir", ground.data, "--sandbox", "local", "--dry-run"];

test.runIf(process.getuid?.() === 0)("root must agree to run agents without isolation", async () => {
  const { exitCode, stderr } = await runCli(local);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/--sandbox local .* because you are root.*--allow-unsafe/);
  expect((await runCli([...local, "--allow-unsafe"])).exitCode).toBe(0);
});

test("results of agents without isolation are marked in tables and JSON", async () => {
  const ran = await ground.run(["--agent", "dummy", "--sandbox", "local", "--time-limit", "600"]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toContain("dummy [not isolated]");
  const shown = await runCli(["runs", "show", ran.group.folder, "--json"]);
  expect(JSON.parse(shown.stdout)[0] ?? JSON.parse(shown.stdout)).toMatchObject({ isolated: false });
  const listed = await runCli(["runs", "list", "--run-dir", ran.runs]);
  expect(listed.stdout).toMatch(/run-group_dummy \[not isolated\]/);
});
