import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { groupFolder, groupsIn, plant, runGround, submitSample, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(plant);
const sandbox = ["--sandbox", hasBubblewrap ? "bubblewrap" : "local", "--time-limit", "600"];

/** An agent folder with a program, a link to it, and a file that it prints. */
function agentFolder(): string {
  const folder = join(ground.fresh(), "my-agent");
  mkdirSync(folder);
  writeFileSync(join(folder, "main.sh"), `#!/bin/sh\n${submitSample}\ncat "$AGENT_DIR/words.txt"\n`);
  chmodSync(join(folder, "main.sh"), 0o755);
  symlinkSync("main.sh", join(folder, "start"));
  writeFileSync(join(folder, "words.txt"), "first\n");
  return folder;
}

const command = (runs: string, folder: string, ...more: string[]): string[] => [
  "--run-dir",
  runs,
  ...sandbox,
  "--agent-dir",
  folder,
  ...more,
  "--",
  "start",
];

test("an edited agent is not taken for the one that ran: both ways forward work", async () => {
  const folder = agentFolder();
  const runs = ground.fresh();
  const first = await ground.run(command(runs, folder));
  expect(first.exitCode, first.stderr).toBe(0);
  const { content } = JSON.parse(readFileSync(join(first.group.folder, "group.json"), "utf8"));
  expect(JSON.parse(first.group.run().read("run.json")).content).toBe(content.hash);

  writeFileSync(join(folder, "words.txt"), "second\n");
  for (const more of [[], ["--dry-run"], ["--detach"]]) {
    const refused = await ground.run(command(runs, folder, ...more));
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`has changed since the run group ${first.group.folder.split("/").at(-1)} was`);
    expect(refused.stderr).toMatch(
      new RegExp(
        `\\(directory\\): expected content ${content.hash.slice(0, 16)}, found (?!${content.hash.slice(0, 16)})[0-9a-f]{16}\\.`,
      ),
    );
    expect(refused.stderr).toContain("Start another group with --new");
  }
  const refused = await ground.run(command(runs, folder));
  const restore = refused.stderr.split("\n").find((line) => line.includes("cp -a"))!;
  const another = await ground.run(command(runs, folder, "--new"));
  expect(another.exitCode, another.stderr).toBe(0);
  const [, second] = groupsIn(runs);
  expect(groupFolder(second!).run().output).toBe("second\n");

  // The exact command from the message brings the first agent back, and its group is found although it is not the newest.
  execFileSync("/bin/sh", ["-c", restore.trim()]);
  expect(readFileSync(join(folder, "words.txt"), "utf8")).toBe("first\n");
  const again = await ground.run(command(runs, folder));
  expect(again).toMatchObject({ exitCode: 0, stdout: first.stdout });
  expect(again.stderr).toContain("All runs are done");
  expect(groupsIn(runs)).toHaveLength(2);
});

test("runs and data inside the agent's folder are no part of the agent", async () => {
  const folder = agentFolder();
  const runs = join(folder, "runs");
  const first = await ground.run(command(runs, folder));
  expect(first.exitCode, first.stderr).toBe(0);
  expect(readdirSync(join(first.group.folder, "agent", "directory")).sort()).toEqual(["main.sh", "start", "words.txt"]);
  const again = await ground.run(command(runs, folder));
  expect(again.stderr).toContain("All runs are done");
});

/** Starts a run that waits for a file, calls `work` meanwhile, and lets the run finish. */
async function whileRunning(folder: string, runs: string, work: () => void | Promise<void>) {
  const flag = join(ground.fresh(), "go");
  const wait = `[ "$SEED" = 1 ] || until [ -e ${flag} ]; do sleep 0.1; done`;
  writeFileSync(join(folder, "main.sh"), `#!/bin/sh\n${submitSample}\n${wait}\ncat "$AGENT_DIR/words.txt"\n`);
  const seeds = ["--run-dir", runs, "--sandbox", "local", "--seeds", "2", "--agent-dir", folder, "--", "start"];
  const running = ground.run(seeds);
  await until("the first run", () =>
    theGroup(runs)
      .run()
      .events.some(({ type }) => type === "candidate"),
  );
  await work();
  writeFileSync(flag, "");
  return { ran: await running, again: () => ground.run(seeds) };
}

test("edits during a group change nothing: the runs use the group's copy, with its modes and links", async () => {
  const folder = agentFolder();
  const { ran } = await whileRunning(folder, ground.fresh(), () => {
    writeFileSync(join(folder, "words.txt"), "second\n");
    rmSync(join(folder, "start"));
  });
  expect(ran.exitCode, ran.stderr).toBe(0);
  for (const seed of [0, 1]) expect(ran.group.run(`${plant}_seed-${seed}`).output).toBe("first\n");
  expect((await runCli(["verify", ran.group.folder])).exitCode).toBe(0);
});

test("a copy of the agent's files that was changed is reported by `verify`, and no run uses it", async () => {
  const folder = agentFolder();
  const runs = ground.fresh();
  const { ran, again } = await whileRunning(folder, runs, async () => {
    await runCli(["stop", theGroup(runs).folder, "--wait", "--run-dir", runs]);
    writeFileSync(join(theGroup(runs).folder, "agent", "directory", "words.txt"), "changed\n");
  });
  const verified = await runCli(["verify", ran.group.folder]);
  expect(verified.exitCode).toBe(3);
  expect(verified.stdout + verified.stderr).toMatch(/agent\/directory.*Expected the agent's files with the hash/);
  const refused = await again();
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain("The group's copy of the agent's files in");
});

test("an agent folder that is too large to be copied is refused before anything is made", async () => {
  const folder = agentFolder();
  writeFileSync(join(folder, "weights.bin"), "");
  truncateSync(join(folder, "weights.bin"), 5 * 2 ** 30);
  const runs = ground.fresh();
  const refused = await ground.run(command(runs, folder));
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain(`${folder} is too large: more than 4.3 GB. Every run group keeps a copy`);
  expect(groupsIn(runs)).toEqual([]);
});

test("a group of an earlier version, which recorded no content, is continued with a note", async () => {
  const folder = agentFolder();
  const runs = ground.fresh();
  const first = await ground.run(command(runs, folder));
  const old = ground.fresh();
  cpSync(first.group.folder, join(old, "2026-01-01T00-00-00-UTC_run-group_command"), { recursive: true });
  const plan = join(old, "2026-01-01T00-00-00-UTC_run-group_command", "group.json");
  const { content: _, ...without } = JSON.parse(readFileSync(plan, "utf8"));
  writeFileSync(plan, JSON.stringify({ ...without, key: "0123456789abcdef" }));
  writeFileSync(join(folder, "words.txt"), "second\n");
  const again = await ground.run(command(old, folder));
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stderr).toContain("An earlier version planned this group and did not record the agent's files");
  expect(again.stderr).toContain("All runs are done");
});
