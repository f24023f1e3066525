import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Agent } from "../../../src/contracts/agent.ts";
import type * as library from "../../../src/runs.ts";
import { prepareDemo } from "../../support/demo-data.ts";
import { growingJournals } from "../../support/growing-journals.ts";
import { type RandomSource, randomSource } from "../../support/random-source.ts";
import { groupFolder, groupsIn, plant } from "../../support/run-agents.ts";
import { runCli } from "../../support/run-cli.ts";
import { canMount, type SmallDisk, smallDisk } from "../../support/small-disk.ts";
import { startCli } from "../../support/start-cli.ts";

const runs = (await import(new URL("../../../dist/runs.js", import.meta.url).href)) as typeof library;
const seeds = [0, 1, 2, 3, 4, 5];
const finished = { exitCode: 0, timedOut: false, cancelled: false, exceeded: null };

/** Writes a submission of its own for every seed, in several steps, with output, events and other files beside. */
const agent: Agent = {
  name: "writer",
  events: z.strictObject({ type: z.literal("step"), number: z.number() }),
  needs: async () => ({}),
  act: async ({ sandbox, seed, publicData, onOutput, record, signal }) => {
    const sample = readFileSync(join(publicData, "sample_submission.csv"), "utf8");
    for (let number = 1; number <= 3 && !signal.aborted; number += 1) {
      const content = sample.replaceAll(/,0\.5$/gm, `,0.${seed + 1}${number}`);
      await sandbox.writeFile(`${sandbox.paths.submission}/submission.csv`, content);
      await sandbox.writeFile(`${sandbox.paths.code}/step-${number}`, "x".repeat(10_000));
      onOutput(Buffer.from(`step ${number}: ${"z".repeat(1000)}\n`));
      record({ type: "step", number });
      await sleep(60);
    }
    return finished;
  },
};

/** Fills the disk for a moment, again and again, until it was done so often or all is over. Returns how often it was. */
async function torment(disk: SmallDisk, random: RandomSource, rounds: number, isOver: () => boolean): Promise<number> {
  const checkJournals = growingJournals(disk.folder);
  let round = 0;
  for (; round < rounds && !isOver(); round += 1) {
    await sleep(400 * random.next());
    disk.fill();
    await sleep(350 * random.next());
    disk.free();
    checkJournals();
  }
  return round;
}

describe.runIf(canMount)("a disk that is full at random moments", async () => {
  const data = canMount ? await prepareDemo(plant) : "";
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  const expectWhole = async (folder: string): Promise<void> => {
    const { problems } = await runs.verifyGroup(folder);
    expect(problems).toEqual([]);
    const submissions = new Set<string>();
    for (const seed of seeds) {
      const { end, events } = groupFolder(folder).run(`${plant}_seed-${seed}`);
      expect(end).toMatchObject({ end: "finished" });
      expect(events.findLast(({ type }) => type === "graded")).toMatchObject({ valid: true });
      const sealed = events.findLast((event) => event.type === "sealed");
      submissions.add(sealed!.submission!.sha256);
    }
    expect(submissions.size).toBe(seeds.length);
    expect(groupFolder(folder).events.at(-1)).toMatchObject({ type: "host-ended", why: "complete" });
  };

  test("loses nothing that was journaled, and every group ends complete once there is room (180 rounds)", async () => {
    const disk = smallDisk("size=16m");
    const random = randomSource(9);
    const request: library.GroupRequest = {
      edition: "v1",
      agent: runs.chooseAgent(agent),
      competitions: [plant],
      seeds,
      limits: { wallClockMs: 600_000 },
      sandbox: { name: "local", network: "none" },
      dataDirectory: data,
      retain: false,
    };
    const settings = { jobs: 3, retries: 2 };
    const never = new AbortController().signal;
    let rounds = 0;
    while (rounds < 180) {
      const { folder } = await runs.planGroup(disk.folder, request, { fresh: true });
      let isOver = false;
      const host = (async () => {
        for (
          let left = seeds.length;
          left > 0;
          left = runs.summarizeGroup(runs.readGroup(folder)).runs - settled(folder)
        ) {
          await runs.hostGroup(folder, settings, never, agent).catch(() => undefined);
        }
        // Without a last line in its journal the group is not complete.
        await runs.hostGroup(folder, settings, never, agent);
        isOver = true;
      })();
      rounds += await torment(disk, random, 180 - rounds, () => isOver);
      await host;
      await expectWhole(folder);
      for (const group of groupsIn(disk.folder)) rmSync(group, { recursive: true });
    }
  });

  const settled = (folder: string): number => runs.summarizeGroup(runs.readGroup(folder)).settled;

  test("does not keep a group from being continued by the same command (20 rounds)", async () => {
    const disk = smallDisk("size=16m");
    const random = randomSource(10);
    // An agent that gave up would be to blame where the disk was full for too short a moment to be noticed.
    const steps = [
      "for step in 1 2 3; do until",
      `awk -F, -v OFS=, -v s="$SEED" -v t="$step" 'NR>1 { $NF = (s + t) / 20 } { print }' "$DATA_DIR/sample_submission.csv" > next &&`,
      'mv next "$SUBMISSION_DIR/submission.csv"; do sleep 0.1; done; echo "step $step"; sleep 0.3; done',
    ].join(" ");
    const parameters = [
      ...["run", "-c", plant, "--seeds", String(seeds.length), "--jobs", "2", "--retries", "2", "--sandbox", "local"],
      "--allow-unsafe",
      ...["--time-limit", "600", "--run-dir", disk.folder, "--data-dir", data, "--", "/bin/sh", "-c", steps],
    ];
    let rounds = 0;
    for (let starts = 0; starts < 60 && (rounds < 20 || starts === 0); starts += 1) {
      let isOver = false;
      const command = startCli(parameters);
      void command.ended.then(() => {
        isOver = true;
      });
      rounds += await torment(disk, random, 20 - rounds, () => isOver);
      await command.ended;
      const [group] = groupsIn(disk.folder);
      if (group === undefined) continue;
      for (const shown of [
        ["runs", "show", group],
        ["ps", "--all", "--run-dir", disk.folder],
        ["verify", group],
      ]) {
        const { exitCode, stdout, stderr } = await runCli(shown);
        expect([shown[0], exitCode, exitCode === 0 ? "" : stdout + stderr]).toEqual([shown[0], 0, ""]);
      }
    }
    expect(rounds).toBe(20);
    const { exitCode, stderr } = await runCli(parameters);
    expect(exitCode, stderr).toBe(0);
    const [group] = groupsIn(disk.folder) as [string];
    await expectWhole(group);
    expect(existsSync(join(group, "stop"))).toBe(false);
  });
});
