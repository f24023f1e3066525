import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { groupsIn, plant, runGround, submitSample, theGroup } from "../support/run-agents.ts";
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

test.runIf(hasBubblewrap)("an agent whose folder contains the data and the runs sees neither", async () => {
  const project = ground.fresh();
  chmodSync(project, 0o755);
  cpSync(ground.data, join(project, "data"), { recursive: true });
  writeFileSync(join(project, "main.sh"), `ls -R "$AGENT_DIR"; ${submitSample}\n`);
  const places = ["--data-dir", join(project, "data"), "--run-dir", join(project, "runs"), "--agent-dir", project];
  const ran = await runCli(["run", "-c", plant, ...places, "--sandbox", "bubblewrap", "--", "sh", "main.sh"]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const { output } = theGroup(join(project, "runs")).run();
  expect(output).toContain("main.sh");
  expect(output).not.toMatch(/answers|prepared|run-group/);
});

test.runIf(hasBubblewrap)(
  "an agent does not see competitions in its folder that the data folder links to",
  async () => {
    const project = ground.fresh();
    const data = ground.fresh();
    chmodSync(project, 0o755);
    cpSync(join(ground.data, plant), join(project, "store", plant), { recursive: true });
    symlinkSync(join(project, "store", plant), join(data, plant));
    const places = ["--data-dir", data, "--run-dir", ground.fresh(), "--agent-dir", project, "--sandbox", "bubblewrap"];
    const script = `find "$AGENT_DIR"; ${submitSample}`;
    const ran = await runCli(["run", "-c", plant, ...places, "--", "sh", "-c", script]);
    expect(ran.exitCode, ran.stderr).toBe(0);
    const { output } = theGroup(places[3]!).run();
    expect(output).toContain("/store");
    expect(output).not.toMatch(/answers|prepared/);
  },
);

test.runIf(hasBubblewrap)("an agent's folder in the data is refused with the reason", async () => {
  const agent = join(ground.data, "agent");
  mkdirSync(agent);
  const ran = await ground.run(["--sandbox", "bubblewrap", "--agent-dir", agent, "--", "true"]);
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).toMatch(/would show .*agent to the agent, but that is in .*answers/);
});

test("run folders are closed to other users", async () => {
  const ran = await ground.run(["--agent", "dummy", "--time-limit", "600", "--retain"]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const [group] = groupsIn(ran.runs);
  const folders = readdirSync(group!, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders).toHaveLength(1);
  for (const folder of [group!, join(group!, folders[0]!.name), join(group!, folders[0]!.name, "workspace")]) {
    expect((lstatSync(folder).mode & 0o777).toString(8)).toBe("700");
  }
});
