import {
  appendFileSync,
  cpSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { CompetitionReport } from "../../src/grade/report.ts";
import { takeLock } from "../../src/lib/files/lock-file.ts";
import { findCommandLines } from "../support/find-processes.ts";
import {
  groupFolder,
  localShell,
  plant,
  repair,
  runGround,
  submitSample,
  theGroup,
  until,
} from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli } from "../support/start-cli.ts";

const [plantRun, repairRun] = [`${plant}_seed-0`, `${repair}_seed-0`];

/** A time that any file system keeps exactly. */
const wholeSecond = 1_800_000_000;

/** Changes a file without changing its size, and its time only to `wholeSecond`; the returned function changes it back. */
function changeLastDigit(file: string): () => void {
  const before = readFileSync(file);
  const write = (content: Buffer): void => {
    writeFileSync(file, content);
    utimesSync(file, wholeSecond, wholeSecond);
  };
  const changed = Buffer.from(before);
  const last = changed.findLastIndex((byte) => byte >= 48 && byte < 58);
  changed[last] = changed[last] === 48 ? 49 : 48;
  write(changed);
  return () => write(before);
}

/** Ten million cells: more than a grader of 150 MiB can hold, no trouble for one of 2 GiB. */
const submitTooMuch =
  'awk \'BEGIN { print "plant_id,flowers"; for (i = 0; i < 5000000; i++) print "plant-" i ",0.5" }\' > "$SUBMISSION_DIR/submission.csv"';

describe("a submission that kills its grader every time", async () => {
  const ground = await runGround(plant, repair);
  const runs = ground.fresh();
  const grading = ["--data-dir", ground.data, "--output-dir", ground.fresh()];
  const script = `case $COMPETITION_ID in ${plant}) ${submitTooMuch};; *) ${submitSample};; esac`;
  const command = (memory: string) => [
    ...["--run-dir", runs, "-c", plant, repair, "--jobs", "2", "--grading-memory", memory],
    ...localShell(script),
  ];

  test("leaves its run ungraded, and other runs are graded", async () => {
    const ran = await ground.run(command("150m"));
    expect(ran.exitCode, ran.stderr).toBe(3);
    expect(ran.group.run(repairRun).end).toMatchObject({ end: "finished" });
    expect(ran.group.run(plantRun).end).toMatchObject({
      end: "ungraded",
      reason: expect.stringContaining("it used more than 150 MiB of memory"),
    });
    expect(ran.group.events.at(-1)).toMatchObject({ type: "host-ended", why: "complete" });
    expect(ran.stderr).toMatch(/demo-plant-flowering_seed-0: ungraded \(.*150 MiB of memory\), in /);
    expect(ran.stdout).toContain("1 of 2 runs could not be graded");
    expect(ran.stdout).toMatch(/command .* 0\/1\n/);
  });

  test("is shown as ungraded by every command", async () => {
    const { folder } = theGroup(runs);
    const shown = await runCli(["runs", "show", folder]);
    expect(shown.stdout).toMatch(/demo-plant-flowering_seed-0 +ungraded +- .*Grading failed/);
    expect(shown.stdout).toContain("1 done, 0 running, 0 failed, 1 ungraded of 2");
    const listed = await runCli(["runs", "list", "--run-dir", runs]);
    expect(listed.stdout).toMatch(/cancelled +ungraded +runs .*\n.* complete +0 +0 +1 +0 +0 +1 +2 +0 +0\n/);
    const { stdout } = await runCli(["runs", "show", folder, "--json"]);
    const [group] = JSON.parse(stdout);
    expect(group).toMatchObject({
      counts: { done: 1, ungraded: 1 },
      summary: { runs: 2, settled: 1, ungraded: 1, seeds: { complete: 0, total: 1 } },
    });
    expect((await runCli(["verify", folder])).exitCode).toBe(0);
  });

  test("is graded by `grade --runs`, which records the result in its group", async () => {
    const { folder } = theGroup(runs);
    const copy = join(ground.fresh(), "copied-group");
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
    const { stdout, stderr } = await runCli(["grade", "--runs", copy, ...grading, "--json"]);
    const reports: CompetitionReport[] = JSON.parse(stdout).competition_reports;
    expect(reports.map(({ competition_id: id, extra }) => [id, extra.failure?.kind ?? null])).toEqual([
      [plant, "invalid"],
      [repair, null],
    ]);
    expect(reports[0]!.extra).toMatchObject({ group: "copied-group", run: plantRun, seed: 0 });
    expect(stderr).toContain("1 of 1 ungraded run now graded and recorded");

    const group = groupFolder(copy);
    expect(group.run(plantRun).end).toMatchObject({ end: "finished" });
    expect(group.events.slice(-4).map(({ type }) => type)).toEqual([
      ...["host-started", "run-resumed", "run-ended", "host-ended"],
    ]);
    const [shown] = JSON.parse((await runCli(["runs", "show", copy, "--json"])).stdout);
    expect(shown).toMatchObject({ counts: { done: 2, ungraded: 0, invalid: 1 }, summary: { settled: 2, ungraded: 0 } });
    const verified = await runCli(["verify", copy]);
    expect(verified.exitCode, verified.stderr).toBe(0);
    const again = await runCli(["grade", "--runs", copy, ...grading]);
    expect(again.stderr).not.toContain("recorded");
    expect(again.stdout).toMatch(/^group +run +seed +competition +score/);
    expect(again.stdout).toMatch(/copied-group +demo-plant-flowering_seed-0 +0 +demo-plant-flowering +invalid /);
  });

  test("stays ungraded in a group whose host is at work, and where the data is not the run's", async () => {
    const { folder } = theGroup(runs);
    const copy = join(ground.fresh(), "busy-group");
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
    const lock = takeLock(join(copy, "host.lock"), "The group");
    const busy = await runCli(["grade", "--runs", copy, ...grading]);
    expect(busy.stderr).toMatch(/busy-group: results of ungraded runs are not recorded: .*process/);
    lock.release();
    const record = join(copy, plantRun, "run.json");
    writeFileSync(record, readFileSync(record, "utf8").replace(/"manifest": "\w{4}/, '"manifest": "0000'));
    const other = await runCli(["grade", "--runs", copy, ...grading]);
    expect(other.stderr).toContain("0 of 1 ungraded run now graded and recorded");
    expect(groupFolder(copy).run(plantRun).end.reason).toContain("is not the data that the run was given");
  });

  test("is graded by the same command, without its agent", async () => {
    const ran = await ground.run(command("2g"));
    expect(ran.stderr).toContain("demo-plant-flowering_seed-0: resumed after the agent's work");
    expect(ran.stderr).not.toContain("a new submission");
    // How often its use is measured and how many states of the submission are seen depends on the machine.
    const types = ran.group.run(plantRun).events.map(({ type }) => type);
    expect(types.filter((type) => type !== "usage" && type !== "candidate")).toEqual([
      ...["opened", "stopped", "sealed", "ended", "resumed", "graded", "ended"],
    ]);
    expect(ran.group.run(plantRun).end).toMatchObject({ end: "finished" });
    expect(ran.group.run(repairRun).events.filter(({ type }) => type === "graded")).toHaveLength(1);
    const verified = await runCli(["verify", ran.group.folder]);
    expect(verified.exitCode, verified.stdout).toBe(0);
  });
});

describe("an error of ours while grading", async () => {
  const ground = await runGround(plant);
  const answers = join(ground.data, plant, "prepared", "private", "test.csv");
  /** Not the shell that becomes one. */
  const graders = (): number[] =>
    findCommandLines(new RegExp(`^${process.execPath} .*grading\\.process.*${ground.data}`));
  /** Runs an agent that goes on only after something was done, and hands over the group. */
  const whileActing = async (change: () => void) => {
    const runs = ground.fresh();
    const flag = join(ground.fresh(), "go");
    const agent = localShell(`${submitSample}; while ! [ -e ${flag} ]; do sleep 0.05; done`);
    const parameters = ground.parameters(["--run-dir", runs, ...agent]);
    const cli = startCli(parameters);
    await until("the agent works", () =>
      theGroup(runs)
        .run()
        .events.some(({ type }) => type === "candidate"),
    );
    change();
    writeFileSync(flag, "");
    const { end, stderr } = await cli.ended;
    return { end, stderr, parameters, run: theGroup(runs).run() };
  };

  test("is not the run's result: answers that are missing for a moment", async () => {
    const { end, parameters, run } = await whileActing(() => renameSync(answers, `${answers}.away`));
    expect(end).toBe(3);
    expect(run.end).toMatchObject({ end: "ungraded", reason: expect.stringContaining("is not prepared: there is no") });
    renameSync(`${answers}.away`, answers);
    const { exitCode } = await runCli(parameters);
    expect(exitCode).toBe(0);
    expect(run.events.at(-2)).toMatchObject({ type: "graded", score: 0.5 });
    expect(run.events.filter(({ type }) => type === "opened")).toHaveLength(1);
  });

  test("is not the submission's: a line added to the answers is named, and what to do", async () => {
    const { size } = statSync(answers);
    const { end, stderr, parameters, run } = await whileActing(() => appendFileSync(answers, "plant-9,1\n"));
    expect(end).toBe(3);
    expect(stderr).not.toContain("invalid");
    const reason = new RegExp(
      `private/test\\.csv: found ${size + 10} bytes, expected ${size}[^]*mlebench prepare -c ${plant} .*--force`,
    );
    expect(run.end).toMatchObject({ end: "ungraded", reason: expect.stringMatching(reason) });

    // A run that has not begun does not begin.
    const other = await runCli(ground.parameters(["--retries", "0", ...localShell("echo at work")]));
    expect(other.exitCode).toBe(3);
    expect(other.stderr).toMatch(/infrastructure-error \(the prepared data of `demo-plant-flowering` .* has changed/);

    truncateSync(answers, size);
    expect((await runCli(parameters)).exitCode).toBe(0);
    expect(run.events.at(-2)).toMatchObject({ type: "graded", score: 0.5, valid: true });
  });

  test("is found by --verify-data where only a checksum shows it", async () => {
    const task = join(ground.fresh(), "list.jsonl");
    const sample = join(ground.data, plant, "prepared", "public", "sample_submission.csv");
    writeFileSync(task, `${JSON.stringify({ competition_id: plant, submission_path: sample })}\n`);
    const grade = ["grade", "--submission", task, "--output-dir", ground.fresh(), "--data-dir", ground.data];
    utimesSync(answers, wholeSecond, wholeSecond);
    expect((await runCli(grade)).exitCode).toBe(0);
    const restore = changeLastDigit(answers);
    expect((await runCli(grade)).exitCode).toBe(0);
    const graded = await runCli([...grade, "--verify-data", "--json"]);
    expect([graded.exitCode, graded.stdout]).toEqual([3, expect.stringContaining("has changed since it was prepared")]);
    restore();
    const restoreSample = changeLastDigit(sample);
    const run = ground.parameters(["--retries", "0", "--verify-data", ...localShell("echo at work")]);
    const { stderr } = await runCli(run);
    expect(stderr).toMatch(/infrastructure-error \(the prepared data .* has changed since it was prepared/);
    restoreSample();
  });

  test("does not keep a group from being stopped: a grader that hangs", async () => {
    const runs = ground.fresh();
    // Grading takes long enough to be caught at it.
    const parameters = ground.parameters(["--run-dir", runs, ...localShell(submitTooMuch)]);
    const cli = startCli(parameters);
    await until("the grader is there", () => graders().length > 0);
    for (const pid of graders()) process.kill(pid, "SIGSTOP");
    const stopped = await runCli(["stop", theGroup(runs).folder, "--wait"]);
    expect(stopped.stderr).toContain("0 done, 0 failed, 0 cancelled, 1 ungraded of 1");
    await cli.ended;
    expect(theGroup(runs).run().end).toMatchObject({ end: "ungraded" });
    expect(graders()).toEqual([]);
    const { stderr } = await runCli(parameters);
    expect(stderr).toContain("resumed after the agent's work");
    expect(theGroup(runs).run().end).toMatchObject({ end: "finished" });
  });

  test("passes: a grader that is killed is replaced, and no run is touched", async () => {
    const cli = startCli(ground.parameters(["--seeds", "3", "--jobs", "3", ...localShell(`${submitSample}; sleep 1`)]));
    let over = false;
    void cli.ended.then(() => {
      over = true;
    });
    const killed = new Set<number>();
    while (!over && killed.size < 1) {
      for (const pid of graders().slice(0, 1)) {
        killed.add(pid);
        process.kill(pid, "SIGKILL");
      }
      await sleep(5);
    }
    const { end, stderr } = await cli.ended;
    expect(killed.size).toBe(1);
    expect(end, stderr).toBe(0);
  });
});
