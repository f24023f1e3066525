import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJournal } from "../../../src/lib/journal/read-journal.ts";
import type { RunEvent } from "../../../src/runs/record/run-events.ts";
import { plainSandboxes } from "../../support/bubblewrap.ts";
import { prepareDemo } from "../../support/demo-data.ts";
import { findCommandLines } from "../../support/find-processes.ts";
import { type RandomSource, randomSource } from "../../support/random-source.ts";
import { runCli } from "../../support/run-cli.ts";
import { startCli } from "../../support/start-cli.ts";

const ids = ["demo-plant-flowering", "demo-repair-minutes"];
const seeds = 6;
let data: string;
const folders: string[] = [];

beforeAll(async () => {
  data = await prepareDemo(...ids);
  folders.push(data);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * An agent with a different submission for every seed and several on the way, so that a run that was cut off, begun twice or
 * mixed up with another would show. Its processes carry the mark.
 */
const agent = (mark: string): string =>
  [
    `for step in 1 2 3; do sleep 0.3; echo "step $step of seed $SEED"`,
    `awk -F, -v OFS=, -v mark=${mark} -v s="$SEED" -v t="$step" 'NR>1 { $NF = (s + t) / 20 } { print }' "$DATA_DIR/sample_submission.csv" > next`,
    `mv next "$SUBMISSION_DIR/submission.csv"; done; echo done > "$CODE_DIR/last"`,
  ].join("; ");

const markOf = (runs: string): string => basename(runs);

const parameters = (runs: string, sandbox: string): string[] => [
  ...["run", "-c", ...ids, "--seeds", String(seeds), "--jobs", "2", "--sandbox", sandbox, "--retries", "50"],
  "--allow-unsafe",
  ...["--time-limit", "600", "--run-dir", runs, "--data-dir", data, "--", "/bin/sh", "-c", agent(markOf(runs))],
];

const fresh = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-torture-"));
  folders.push(folder);
  return folder;
};

const groupOf = (runs: string): string =>
  join(runs, readdirSync(runs).find((name) => existsSync(join(runs, name, "group.json")))!);

/** How many runs were cut off and began again. */
function cutOff(runs: string): number {
  const group = groupOf(runs);
  return readdirSync(group).filter((name) => existsSync(join(group, name, "attempts"))).length;
}

/** What must not depend on what happened on the way. */
function results(group: string) {
  const names = readdirSync(group).filter((name) => existsSync(join(group, name, "run.json")));
  return Object.fromEntries(
    names.sort().map((name) => {
      const events = readJournal<RunEvent>(join(group, name, "events.jsonl"));
      const sealed = events.findLast((event) => event.type === "sealed");
      const graded = events.findLast((event) => event.type === "graded");
      const last = events.at(-1);
      return [
        name,
        {
          end: last?.type === "ended" ? last.end : last?.type,
          submission: sealed?.submission?.sha256,
          score: graded?.score,
          left: readFileSync(join(group, name, "code", "last"), "utf8"),
        },
      ];
    }),
  );
}

/** Whether there was one to kill. */
function killOne(random: RandomSource, victims: readonly number[]): boolean {
  if (victims.length === 0) return false;
  try {
    return process.kill(random.pick(victims), "SIGKILL");
  } catch {
    // It has just ended.
    return false;
  }
}

test.each(plainSandboxes)(
  "kill -9 of coordinator, host and graders at random loses nothing and changes no result (%s)",
  async (sandbox) => {
    const calm = fresh();
    const undisturbed = await runCli(parameters(calm, sandbox));
    expect(undisturbed.exitCode, undisturbed.stderr).toBe(0);
    const expected = results(groupOf(calm));
    expect(Object.keys(expected)).toHaveLength(ids.length * seeds);
    expect(new Set(Object.values(expected).map(({ submission }) => submission)).size).toBe(ids.length * seeds);

    const wild = fresh();
    const agents = new RegExp(`(awk|for step in).*mark=${markOf(wild)}`);
    const hosts = () => findCommandLines(new RegExp(`host.process.*${wild}`));
    const graders = () => findCommandLines(new RegExp(`grading.process.*${data}`));
    const random = randomSource(20 + sandbox.length);
    let kills = 0;
    let exitCode: number | string = "killed";
    while (exitCode !== 0) {
      const coordinator = startCli(parameters(wild, sandbox), {});
      let over = false;
      coordinator.ended.then(() => {
        over = true;
      });
      while (!over) {
        await sleep(100 + 600 * random.next());
        // In the end it is left alone: a run needs a second without a kill.
        if (over || (kills >= 36 && cutOff(wild) > 0)) break;
        // Until there is a host, nothing can be lost. On a busy machine all kills may come before the first run: one host more.
        const last = kills >= 36;
        if ((last ? findCommandLines(agents) : hosts()).length === 0) continue;
        const what = last ? 0.5 : random.next();
        const victims = what < 0.3 ? [coordinator.process.pid!] : what < 0.7 ? hosts() : graders();
        if (killOne(random, victims)) kills += 1;
      }
      exitCode = (await coordinator.ended).end;
    }
    expect(exitCode).toBe(0);
    expect(kills).toBeGreaterThanOrEqual(8);
    expect(results(groupOf(wild))).toEqual(expected);

    const verified = await runCli(["verify", groupOf(wild), "--json"]);
    expect(verified.exitCode, verified.stdout).toBe(0);
    await expect.poll(hosts).toEqual([]);
    await expect.poll(() => findCommandLines(agents)).toEqual([]);
    expect(cutOff(wild)).toBeGreaterThan(0);
  },
  600_000,
);
