import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProcesses } from "../support/find-processes.ts";
import {
  groupFolder,
  groupsIn,
  plant,
  repair,
  runGround,
  submitSample,
  theGroup,
  until,
} from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli } from "../support/start-cli.ts";

const ground = await runGround(plant, repair);
const both = ["-c", plant, repair];
const shell = (script: string): string[] => ["--", "/bin/sh", "-c", `${submitSample}; ${script}`];
const local = ["--sandbox", "local", "--time-limit", "600"];

describe.concurrent("a run group", () => {
  test("is every competition with every seed; the same command again does nothing and shows the same", async () => {
    const parameters = [
      "--run-dir",
      ground.fresh(),
      ...local,
      ...both,
      "--seeds",
      "2",
      "--jobs",
      "2",
      "--agent",
      "dummy",
    ];
    const first = await ground.run(parameters);
    expect(first.exitCode, first.stderr).toBe(0);
    expect(first.stderr).toContain("4 runs: 2 competitions x 2 seeds, agent dummy");
    expect(first.stderr).toContain("2 at once, at most 20 min 0 s");
    expect(first.stderr).toContain("[4/4] ");
    expect(first.stdout).toMatch(/demo-plant-flowering +0\.5000 ± 0\.0000 +higher .* 2\/2 +2\/2/);
    const ended = first.group.events.filter(({ type }) => type === "run-ended");
    expect(ended).toHaveLength(4);

    const before = readFileSync(join(first.group.folder, "events.jsonl"), "utf8");
    const again = await ground.run(parameters);
    expect(again).toMatchObject({ exitCode: 0, stdout: first.stdout });
    expect(again.stderr).toMatch(/^together +nothing left to do$/m);
    expect(again.stderr).toContain(
      "All runs are done. Use --new to start another group, or --seeds to add runs to this one.",
    );
    expect(readFileSync(join(first.group.folder, "events.jsonl"), "utf8")).toBe(before);

    const json = await ground.run([...parameters, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ runs: 4, settled: 4, shares: { valid: { mean: 1 } } });
    // The number of jobs is no other plan; another limit is, and --new makes one in any case.
    await ground.run([...parameters, "--jobs", "1", "--retries", "5"]);
    expect(groupsIn(first.runs)).toHaveLength(1);
    for (const more of [["--time-limit", "601", "--dry-run"], ["--time-limit", "601"], ["--new"]]) {
      expect((await ground.run([...parameters, ...more])).exitCode).toBe(0);
    }
    expect(groupsIn(first.runs)).toHaveLength(3);
  });

  test("continues after its host was killed, and says so", async () => {
    const runs = ground.fresh();
    const flag = ground.fresh();
    const script = `[ "$SEED" = 0 ] || [ -e ${flag}/go ] || sleep 600`;
    const parameters = ["--run-dir", runs, ...local, "--seeds", "3", ...shell(script)];
    const running = ground.run(parameters);
    await until("the second run", () => theGroup(runs).run(`${plant}_seed-1`).events.length > 1);
    const { pid } = JSON.parse(readFileSync(join(theGroup(runs).folder, "host.lock"), "utf8"));
    process.kill(pid, "SIGKILL");
    const died = await running;
    expect(died.exitCode).toBe(1);
    expect(died.stderr).toContain("The host of the group exited unexpectedly.\nRun the same command again");

    writeFileSync(join(flag, "go"), "");
    const kept = theGroup(runs).run().read("events.jsonl");
    const again = await ground.run(parameters);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stderr).toMatch(/^continued +1 of 3 runs are done$/m);
    expect(again.group.run().read("events.jsonl")).toBe(kept);
    expect(again.group.run(`${plant}_seed-1`).events.find(({ type }) => type === "interrupted")).toMatchObject({
      attempt: 1,
      reason: "The process that executed it ended.",
    });
    expect((await runCli(["verify", again.group.folder])).exitCode).toBe(0);
  });

  test("can be detached, looked at, followed and stopped", async () => {
    const runs = ground.fresh();
    const where = ["--run-dir", runs];
    const script = "echo first; while :; do sleep 0.1; done";
    const detached = await ground.run([...where, ...local, "--seeds", "2", "--detach", ...shell(script)]);
    const { folder } = theGroup(runs);
    expect(detached).toMatchObject({ exitCode: 0, stdout: `${folder}\n` });
    await until("the agent's words", () => theGroup(runs).run().output === "first\n");
    await until("its submission", () =>
      theGroup(runs)
        .run()
        .events.some(({ type }) => type === "candidate"),
    );

    const ps = await runCli(["ps", ...where]);
    expect(ps.stdout).toMatch(/_command \[not isolated] +alive +1 +1 +0 +0 +0 +0 +2 /);
    expect(ps.stdout).toMatch(/demo-plant-flowering_seed-0 +running +\d:\d\d +\d+:\d\d .* yes +first\n/);
    const logs = startCli(["logs", "-f", join(folder, `${plant}_seed-0`)], {});
    const stopped = await runCli(["stop", folder, "--wait", ...where]);
    expect(stopped.exitCode).toBe(0);
    expect(stopped.stderr).toContain("1 running run will end as cancelled, 1 will not start");
    expect(stopped.stderr).toMatch(/: stopped; 0 done, 0 failed, 1 cancelled of 2\n$/);
    expect((await logs.ended).end).toBe(0);
    expect((await runCli(["ps", ...where])).stderr).toContain("No run group is running in");
    expect((await runCli(["ps", "--all", ...where])).stdout).toMatch(/ stopped +0 +1 +0 +0 +1 +0 +2 /);
    expect(existsSync(join(folder, "stop"))).toBe(false);
  });

  test("is one, with one host, for two commands at the same time", async () => {
    const runs = ground.fresh();
    const parameters = ["--run-dir", runs, ...local, "--seeds", "2", ...shell("sleep 0.5")];
    const [one, other] = await Promise.all([ground.run(parameters), ground.run(parameters)]);
    expect([one.exitCode, other.exitCode], one.stderr + other.stderr).toEqual([0, 0]);
    expect(one.stdout).toBe(other.stdout);
    const { events } = theGroup(runs);
    const counted = (type: string) => events.filter((event) => event.type === type).length;
    expect([counted("host-started"), counted("run-started"), counted("run-ended")]).toEqual([1, 2, 2]);
  });

  test("takes turns with another one where the machine has no room for both", async () => {
    const runs = ground.fresh();
    const cpus = String(availableParallelism());
    const parameters = (label: string) => [
      "--run-dir",
      runs,
      ...local,
      "--cpus",
      cpus,
      "--label",
      label,
      ...shell("sleep 0.5"),
    ];
    const ran = await Promise.all(["one", "other"].map((label) => ground.run(parameters(label))));
    expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const spans = groupsIn(runs).map((folder) => {
      const { events } = groupFolder(folder).run();
      return ["opened", "stopped"].map((type) => Date.parse(events.find((event) => event.type === type)!.time));
    });
    const [[, firstEnd], [secondStart]] = spans.toSorted(([a], [b]) => a! - b!) as [number[], number[]];
    expect(secondStart).toBeGreaterThanOrEqual(firstEnd!);
  });

  test("runs side by side as many as --jobs says", async () => {
    const meeting = ground.fresh();
    const meet = `touch ${meeting}/$SEED; until [ -e ${meeting}/0 ] && [ -e ${meeting}/1 ]; do sleep 0.1; done`;
    const ran = await ground.run([...local, "--seeds", "2", "--jobs", "2", ...shell(meet)]);
    expect(ran.exitCode, ran.stderr).toBe(0);
  });
});

test("a plan whose data has disappeared is refused with the command that brings it back", async () => {
  const parameters = ["--run-dir", ground.fresh(), ...local, "-c", repair, "--agent", "dummy"];
  const folder = join(ground.data, repair);
  renameSync(folder, `${folder}-away`);
  try {
    const ran = await ground.run(parameters);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toBe(
      `mlebench: Not prepared in ${ground.data}: ${repair}. Run \`mlebench prepare -c ${repair} --data-dir ${ground.data}\`, or add --prepare.\n`,
    );
    const json = await ground.run([...parameters, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: "missing-data" } });
    expect(readdirSync(ran.runs)).toEqual([]);
  } finally {
    renameSync(`${folder}-away`, folder);
  }
});

test("data that disappears while a group runs is an infrastructure error that names it", async () => {
  const runs = ground.fresh();
  const folder = join(ground.data, repair);
  const flag = join(ground.fresh(), "go");
  const wait = shell(`until [ -e ${flag} ]; do sleep 0.1; done`);
  const parameters = ["--run-dir", runs, ...local, "-c", plant, repair, "--retries", "0", ...wait];
  const running = ground.run(parameters);
  await until("the first run", () => theGroup(runs).run().events.length > 0);
  renameSync(folder, `${folder}-away`);
  writeFileSync(flag, "");
  const ran = await running;
  renameSync(`${folder}-away`, folder);
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr).toMatch(/\[2\/2] demo-repair-minutes_seed-0: infrastructure-error \(.*demo-repair-minutes/);
  expect(ran.group.run().end.end).toBe("finished");
  expect((await runCli(["verify", ran.group.folder])).exitCode).toBe(0);
  const again = await ground.run(parameters);
  expect(again.exitCode, again.stderr).toBe(0);
  expect((await runCli(["verify", ran.group.folder])).exitCode).toBe(0);
  await expect.poll(() => findProcesses(ran.group.folder)).toEqual([]);
});
