import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findCommandLines } from "../support/find-processes.ts";
import { localShell, plant, runGround, submitSample, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";
import { startCli } from "../support/start-cli.ts";

const ground = await runGround(plant);

/** What a person does with a group: each command must work. */
async function expectUsable(folder: string): Promise<void> {
  for (const words of [
    ["runs", "show", folder],
    ["runs", "show", folder, "--json"],
    ["verify", folder],
  ]) {
    const { exitCode, stdout, stderr } = await runCli(words);
    expect([words[0], exitCode, exitCode === 0 ? "" : stdout + stderr]).toEqual([words[0], 0, ""]);
  }
}

describe.runIf(canMount)("with a full disk", () => {
  test("a run whose agent fills it ends as an infrastructure error, and room is made", async () => {
    const { folder: runs } = smallDisk("size=4m");
    const script = `${submitSample}; [ $SEED = 1 ] || { cat /dev/zero > "$CODE_DIR/zeros"; sleep 600; }`;
    const parameters = ["--run-dir", runs, "--seeds", "2", "--retries", "1", ...localShell(script)];
    const ran = await ground.run(parameters);
    expect(ran.exitCode, ran.stderr).toBe(3);
    expect(ran.group.run().end).toMatchObject({ end: "infrastructure-error" });
    expect(ran.group.run().events.filter(({ type }) => type === "opened")).toHaveLength(2);
    expect(ran.group.run(`${plant}_seed-1`).end).toMatchObject({ end: "finished" });
    expect(existsSync(ran.group.run().place("workspace"))).toBe(false);
    await expectUsable(ran.group.folder);
  });

  test("a host that cannot write anything says why, and the same command continues", async () => {
    const disk = smallDisk("size=4m");
    const flag = join(ground.fresh(), "go");
    const agent = localShell(`while ! [ -e ${flag} ]; do head -c 500 /dev/zero; sleep 0.05; done; ${submitSample}`);
    const parameters = ground.parameters(["--run-dir", disk.folder, "--seeds", "2", "--retries", "0", ...agent]);
    const cli = startCli(parameters);
    await until("the agent works", () =>
      theGroup(disk.folder)
        .run()
        .events.some(({ type }) => type === "opened"),
    );
    disk.fill();
    const { end, stderr } = await cli.ended;
    expect(end).toBe(1);
    expect(stderr).toMatch(/The disk of .* is full\. Free some space, then run the same command again/);
    const { folder } = theGroup(disk.folder);
    await expectUsable(folder);
    const refused = await runCli(parameters);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/The disk .*is full/);
    expect(refused.stderr).not.toMatch(/^\s+at /m);
    disk.free();
    writeFileSync(flag, "");
    const again = await runCli(parameters);
    expect(again.exitCode, again.stderr).toBe(0);
    await expectUsable(folder);
  });

  test("a group can be stopped even if no file can be made", async () => {
    const { folder: runs } = smallDisk("size=4m,nr_inodes=300");
    const parameters = ground.parameters(["--run-dir", runs, ...localShell(`${submitSample}; sleep 600`)]);
    const cli = startCli(parameters);
    await until("the agent works", () =>
      theGroup(runs)
        .run()
        .events.some(({ type }) => type === "candidate"),
    );
    const fillers: string[] = [];
    const fill = (): void => {
      for (;;) {
        const filler = join(runs, `filler-${fillers.length}`);
        writeFileSync(filler, "");
        fillers.push(filler);
      }
    };
    expect(fill).toThrow(/ENOSPC/);
    const stopped = await runCli(["stop", theGroup(runs).folder, "--wait"]);
    expect(stopped.exitCode, stopped.stderr).toBe(0);
    await cli.ended;
    await expect.poll(() => findCommandLines(new RegExp(`host\\.process.*${runs}`))).toEqual([]);
    for (const filler of fillers) rmSync(filler);
    await expectUsable(theGroup(runs).folder);
  });
});
