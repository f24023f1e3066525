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

  // Such a folder cannot be moved away: its agent is restored beside it.
  writeFileSync(join(folder, "words.txt"), "second\n");
  const refused = await ground.run(command(runs, folder));
  const restore = refused.stderr.split("\n").find((line) => line.includes("cp -a"))!;
  execFileSync("/bin/sh", ["-c", restore]);
  const restored = await ground.run(command(runs, `${folder}.restored`));
  expect(restored.stderr).toContain("All runs are done");
  expect(groupsIn(runs)).toHaveLength(1);
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

test("more seeds extend the group, as a chained event; fewer show the whole group", async () => {
  const folder = agentFolder();
  const runs = ground.fresh();
  const first = await ground.run(command(runs, folder));
  const plan = readFileSync(join(first.group.folder, "group.json"), "utf8");
  const kept = first.group.run().read("events.jsonl");
  const planned = await ground.run(command(runs, folder, "--seeds", "3", "--dry-run", "--json"));
  expect(JSON.parse(planned.stdout)).toMatchObject({ continued: true, added_seeds: [1, 2], runs: 3, unfinished: 2 });

  const extended = await ground.run(command(runs, folder, "--seeds", "3"));
  expect(extended.exitCode, extended.stderr).toBe(0);
  expect(extended.stderr).toMatch(/^continued +1 of 3 runs are done$/m);
  expect(extended.stderr).toMatch(/^extended +by 2 seeds: 1, 2$/m);
  expect(extended.group.events.find(({ type }) => type === "extended")).toMatchObject({ seeds: [1, 2] });
  expect(readFileSync(join(extended.group.folder, "group.json"), "utf8")).toBe(plan);
  expect(extended.group.run().read("events.jsonl")).toBe(kept);
  const shown = await runCli([
    "runs",
    "show",
    `${extended.group.folder.split("/").at(-1)}/${plant}_seed-2`,
    "--run-dir",
    runs,
  ]);
  expect(shown.exitCode, shown.stderr).toBe(0);

  const fewer = await ground.run(command(runs, folder, "--json"));
  expect(JSON.parse(fewer.stdout)).toMatchObject({ runs: 3, settled: 3, seeds: { complete: 3, total: 3 } });
  const verify = ["verify", extended.group.folder];
  expect((await runCli(verify)).exitCode).toBe(0);
  expect((await runCli(["verify", join(extended.group.folder, `${plant}_seed-2`)])).exitCode).toBe(0);
  const journal = join(extended.group.folder, "events.jsonl");
  writeFileSync(journal, readFileSync(journal, "utf8").replace('"seeds":[1,2]', '"seeds":[1,2,3]'));
  expect((await runCli(verify)).exitCode).toBe(3);
});

test("a group is not extended while it is being executed", async () => {
  const folder = agentFolder();
  const runs = ground.fresh();
  const { ran } = await whileRunning(folder, runs, async () => {
    const more = await ground.run([
      "--run-dir",
      runs,
      "--sandbox",
      "local",
      "--seeds",
      "3",
      "--agent-dir",
      folder,
      "--",
      "start",
    ]);
    expect(more.exitCode).toBe(2);
    expect(more.stderr).toMatch(/is being executed, .* or stop it with `mlebench stop /);
  });
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(ran.group.events.some(({ type }) => type === "extended")).toBe(false);
});

test("--retry-failed runs again what the agent failed, keeps the earlier result apart and says so", async () => {
  const runs = ground.fresh();
  const flag = join(ground.fresh(), "works");
  const script = `case $SEED in 0) ${submitSample};; *) [ -e ${flag} ] && ${submitSample};; esac; [ $SEED != 1 ] || [ -e ${flag} ]`;
  const parameters = (...more: string[]): string[] => [
    ...[
      "--run-dir",
      runs,
      "--sandbox",
      "local",
      "--seeds",
      "3",
      ...more,
      "--",
      "/bin/sh",
      "-c",
      `${script} || exit 1; exit 0`,
    ],
  ];
  const first = await ground.run(parameters());
  expect(first.exitCode).toBe(3);
  const kept = first.group.run().read("events.jsonl");
  expect((await ground.run(parameters())).stderr).toContain("All runs are done");

  writeFileSync(flag, "");
  const planned = await ground.run(parameters("--retry-failed", "--dry-run", "--json"));
  const failed = [`${plant}_seed-1`, `${plant}_seed-2`];
  expect(JSON.parse(planned.stdout)).toMatchObject({ retried_runs: failed, unfinished: 2 });
  const again = await ground.run(parameters("--retry-failed"));
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stderr).toMatch(/^retried +2 runs that the agent failed$/m);
  expect(again.stdout).toContain("2 of 3 runs were started over after the agent had failed them");
  expect(again.group.run().read("events.jsonl")).toBe(kept);
  const run = again.group.run(failed[0]!);
  expect(JSON.parse(run.read("attempts", "1", "grade.json")).report).toMatchObject({ submission_exists: false });
  expect(run.events.find(({ type }) => type === "interrupted")).toMatchObject({
    attempt: 1,
    reason: expect.stringContaining("Retried on request after agent-error"),
  });
  expect((await runCli(["verify", again.group.folder])).exitCode).toBe(0);
  const details = JSON.parse((await runCli(["runs", "show", again.group.folder, "--json"])).stdout)[0];
  expect(details.runs.map(({ retries }: { retries: number }) => retries)).toEqual([0, 1, 1]);
  expect(details.summary).toMatchObject({ retried: 2, settled: 3 });
  expect((await ground.run(parameters("--retry-failed"))).stderr).toContain("All runs are done");
  const grading = [
    "grade",
    "--runs",
    again.group.folder,
    "--data-dir",
    ground.data,
    "--output-dir",
    ground.fresh(),
    "--json",
  ];
  const { competition_reports: reports } = JSON.parse((await runCli(grading)).stdout);
  expect(reports.map(({ extra }: { extra: { retries: number } }) => extra.retries)).toEqual([0, 1, 1]);
});

test("groups of one agent are shown pooled; others are refused by what they differ in, unless that is allowed", async () => {
  const folder = agentFolder();
  const runs = ground.fresh();
  const show = (...more: string[]) =>
    runCli(["runs", "show", ...groupsIn(runs), "--pooled", ...more, "--run-dir", runs]);
  await ground.run(command(runs, folder, "--seeds", "2"));
  expect((await show()).stderr).toContain("--pooled needs two or more run groups.");
  await ground.run(command(runs, folder, "--new"));
  const pooled = JSON.parse((await show("--json")).stdout);
  expect(pooled).toMatchObject({ differences: [], runs: 3, settled: 3, seeds: { complete: 3, total: 3 } });
  expect(pooled.groups).toHaveLength(2);
  expect(pooled.competitions).toMatchObject([{ runs: 3, scored: 3, score: { mean: 0.5, count: 3 } }]);
  expect((await show()).stdout).toMatch(
    /^2 groups together: .*\n\n.*\ndemo-plant-flowering +0\.5000 ± 0\.0000 .* 3\/3 +3\/3\n/,
  );

  writeFileSync(join(folder, "words.txt"), "second\n");
  await ground.run([...command(runs, folder, "--new").slice(0, -2), "--memory", "3g", "--", "start"]);
  const refused = await show();
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(
    / {2}agent's content: [0-9a-f]{16} in .*, [0-9a-f]{16} in .*\n {2}limit memoryMb: none in .*, 3072 in /,
  );
  const allowed = await show("--allow-differences");
  expect(allowed.exitCode).toBe(0);
  expect(allowed.stdout).toContain("They differ: agent's content:");
  expect(allowed.stdout).toMatch(/ 4\/4 +4\/4\n/);
});
