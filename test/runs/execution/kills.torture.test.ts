import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { hasResult } from "../../../src/runs/record/run-events.ts";
import { descendants } from "../../../src/sandboxes/shared/process-tree.ts";
import { plainSandboxes } from "../../support/bubblewrap.ts";
import { findCommandLines } from "../../support/find-processes.ts";
import { growingJournals } from "../../support/growing-journals.ts";
import { type RandomSource, randomSource } from "../../support/random-source.ts";
import { type GroupFolder, groupsIn, plant, repair, runGround, theGroup } from "../../support/run-agents.ts";
import { runCli } from "../../support/run-cli.ts";
import { type RunningCli, startCli } from "../../support/start-cli.ts";

const ids = [plant, repair];
const seeds = 4;
const allKills = 300;
/** In one group; then it is left alone and must come to its end. */
const killsPerGroup = 30;
const ground = await runGround(plant, repair);

/**
 * An agent with a different submission for every seed and several on the way, so that a run that was cut off, begun twice or
 * mixed up with another would show. Its processes carry the mark.
 */
const agent = (mark: string): string =>
  [
    `for step in 1 2 3; do sleep 0.2; echo "step $step of seed $SEED"`,
    `until awk -F, -v OFS=, -v mark=${mark} -v s="$SEED" -v t="$step" 'NR>1 { $NF = (s + t) / 20 } { print }' "$DATA_DIR/sample_submission.csv" > next && mv next "$SUBMISSION_DIR/submission.csv"; do :; done`,
    `[ $step = 2 ] && sh "$VALIDATE_SCRIPT" "$SUBMISSION_DIR/submission.csv"; done; echo done > "$CODE_DIR/last"`,
  ].join("; ");

const parameters = (runs: string, sandbox: string): string[] => {
  const options = ["--seeds", String(seeds), "--jobs", "2", "--retries", "50", "--time-limit", "600"];
  const command = ["--", "/bin/sh", "-c", agent(basename(runs))];
  return ground.parameters(["-c", ...ids, "--sandbox", sandbox, ...options, ...command], runs);
};

const runsOf = ({ folder }: GroupFolder): string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "run.json")))
    .sort();

/** What must not depend on what happened on the way. */
function results(group: GroupFolder) {
  const result = (name: string) => {
    const { events } = group.run(name);
    const sealed = events.findLast((event) => event.type === "sealed");
    const graded = events.findLast((event) => event.type === "graded");
    const last = events.at(-1);
    const end = last?.type === "ended" ? last.end : last?.type;
    return { end, submission: sealed?.submission?.sha256, score: graded?.score };
  };
  return new Map(runsOf(group).map((name) => [name, result(name)]));
}

/** Every run has one result, which is its last word, and the group has heard of it once. */
function expectOneEndEach(group: GroupFolder): void {
  const heard = group.events.flatMap((event) =>
    event.type === "run-ended" && hasResult(event.end) ? [event.run] : [],
  );
  expect(heard.sort()).toEqual(runsOf(group));
  for (const name of runsOf(group)) {
    const { events } = group.run(name);
    const ends = events.filter((event) => event.type === "ended" && hasResult(event.end));
    expect(ends, name).toEqual([events.at(-1)]);
  }
}

/** Whether a group has come to its end. A run whose graders were killed too often has none until the next command. */
function isComplete(runs: string): boolean {
  if (groupsIn(runs).length === 0) return false;
  const group = theGroup(runs);
  if (group.events.at(-1)?.type !== "host-ended" || runsOf(group).length < ids.length * seeds) return false;
  return runsOf(group).every((name) => {
    const last = group.run(name).events.at(-1);
    return last?.type === "ended" && hasResult(last.end);
  });
}

/** What can be killed. */
const kinds = ["command", "host", "grader", "validation", "agent"] as const;
type Kind = (typeof kinds)[number];

function victims(kind: Kind, runs: string, command: RunningCli): number[] {
  const hosts = findCommandLines(new RegExp(`host.process.*${runs}`));
  if (kind === "command") return [command.process.pid!];
  if (kind === "host") return hosts;
  if (kind === "grader") return findCommandLines(new RegExp(`grading.process.*${ground.data}`));
  if (kind === "agent") return findCommandLines(new RegExp(`(awk|for step in).*mark=${basename(runs)}`));
  // Its command line does not say for which group it works.
  const validations = findCommandLines(/validation\.process/);
  return hosts.flatMap((host) => descendants(host).map(({ pid }) => pid)).filter((pid) => validations.includes(pid));
}

/** Waits up to a second for one of a kind to appear, and kills it at a random moment after that. */
async function killOne(random: RandomSource, find: () => number[]): Promise<boolean> {
  for (let look = 0; look < 50 && find().length === 0; look += 1) await sleep(20);
  await sleep(random.below(4) * 30);
  const found = find();
  try {
    return found.length > 0 && process.kill(random.pick(found), "SIGKILL");
  } catch {
    // It has just ended.
    return false;
  }
}

type Kills = Record<Kind, number>;

/** Runs a group to its end, by as many commands as it takes, and kills what belongs to it on the way. */
async function torment(runs: string, sandbox: string, random: RandomSource, most: number): Promise<Kills> {
  const kills: Kills = { command: 0, host: 0, grader: 0, validation: 0, agent: 0 };
  const count = (): number => Object.values(kills).reduce((sum, number) => sum + number, 0);
  const checkJournals = growingJournals(runs);
  while (!isComplete(runs)) {
    const command = startCli(parameters(runs, sandbox));
    let isOver = false;
    void command.ended.then(() => {
      isOver = true;
    });
    while (!isOver && count() < most) {
      await sleep(400 * random.next());
      // Until there is a host, nothing can be lost.
      if (victims("host", runs, command).length === 0) continue;
      const kind = random.pick(kinds);
      if (await killOne(random, () => (isOver ? [] : victims(kind, runs, command)))) kills[kind] += 1;
      checkJournals();
    }
    await command.ended;
  }
  checkJournals();
  return kills;
}

test.for(plainSandboxes)(
  `kill -9 of commands, hosts, graders, validations and agents at random loses nothing and changes no result (${allKills / plainSandboxes.length} kills, %s)`,
  { concurrent: true, timeout: 900_000 },
  async (sandbox, { expect }) => {
    const calm = ground.fresh();
    const undisturbed = await runCli(parameters(calm, sandbox));
    expect(undisturbed.exitCode, undisturbed.stderr).toBe(0);
    const expected = results(theGroup(calm));
    expect(new Set([...expected.values()].map(({ submission }) => submission)).size).toBe(ids.length * seeds);

    const random = randomSource(20 + sandbox.length);
    const most = allKills / plainSandboxes.length;
    const total: Kills = { command: 0, host: 0, grader: 0, validation: 0, agent: 0 };
    for (let left = most; left > 0; left = most - Object.values(total).reduce((sum, number) => sum + number, 0)) {
      const runs = ground.fresh();
      const kills = await torment(runs, sandbox, random, Math.min(left, killsPerGroup));
      for (const kind of kinds) total[kind] += kills[kind];
      const group = theGroup(runs);
      expectOneEndEach(group);
      const found = results(group);
      expect([...found.keys()]).toEqual([...expected.keys()]);
      // An agent that was killed has failed, and no other run has.
      const failed = [...found].filter(([, { end }]) => end === "agent-error");
      expect(failed.length).toBeLessThanOrEqual(kills.agent);
      for (const [name] of failed) found.delete(name);
      for (const [name, result] of found) expect([name, result]).toEqual([name, expected.get(name)]);
      const verified = await runCli(["verify", group.folder, "--json"]);
      expect(verified.exitCode, verified.stdout).toBe(0);
      await expect.poll(() => findCommandLines(new RegExp(basename(runs)))).toEqual([]);
    }
    for (const kind of kinds) expect(total[kind], kind).toBeGreaterThan(0);
  },
);
