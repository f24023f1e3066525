import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { hasBubblewrap, plainSandboxes } from "../support/bubblewrap.ts";
import { plant, type RanGroup, runGround, submitSample, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli } from "../support/start-cli.ts";
import { withMoreTime } from "../support/with-more-time.ts";

const ground = await runGround(plant);
const shell = (script: string): string[] => ["--", "/bin/sh", "-c", `${submitSample}; ${script}`];

/** An agent that does what the script of its seed says. */
const bySeed = (...scripts: string[]): string[] => [
  ...["--seeds", String(scripts.length)],
  ...shell(`case $SEED in\n${scripts.map((script, seed) => `${seed}) ${script};;`).join("\n")}\nesac`),
];
const seed = (number: number): string => `${plant}_seed-${number}`;

describe.each(plainSandboxes)("a run in the sandbox %s", (sandbox) => {
  const run = (...parameters: string[]) => ground.run(["--sandbox", sandbox, ...parameters]);

  describe("whose agent is not to blame", () => {
    let ran: RanGroup;
    beforeAll(async () => {
      const limits = ["--time-limit", "600", "--disk", "20m", "--output-limit", "1k"];
      const [tooMuchOutput, tooMuchData] = [
        "head -c 5000 /dev/zero | tr '\\0' x",
        "head -c 60m /dev/zero > big; sleep 600",
      ];
      ran = await run(...limits, ...bySeed("echo done", tooMuchOutput, tooMuchData));
    });

    test("ends as finished when its agent does", () => {
      expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/0\.5000 ± 0\.0000 .* 3\/3 +3\/3/) });
      expect(ran.stderr).toMatch(/\[1\/3] demo-plant-flowering_seed-0: finished, score 0\.5, in .+ s\n/);
      expect(ran.group.run().end).toMatchObject({ end: "finished" });
      expect(ran.group.run().events.map(({ type }) => type)).toEqual([
        ...["opened", "candidate", "stopped", "sealed", "graded", "ended"],
      ]);
      const runs = [0, 1, 2].flatMap(() => ["run-started", "run-ended"]);
      expect(ran.group.events.map(({ type }) => type)).toEqual(["planned", "host-started", ...runs, "host-ended"]);
    });

    test("ends with only as much output as is to be kept, and a word about the rest", () => {
      const [kept, said] = ran.group.run(seed(1)).output.split("\nmlebench: ");
      expect(kept).toBe("x".repeat(1024));
      expect(said).toBe("the output limit of 1024 bytes was reached; later output was dropped.\n");
    });

    test("ends at its disk limit", () => {
      expect(ran.stderr).toMatch(/at most 10 min 0 s, .* 20 MiB of disk/);
      expect(ran.stderr).toContain("limit (it exceeded its disk limit of 20 MiB), score 0.5");
    });
  });

  describe("whose agent fails", () => {
    const [exits, killsItself, saysKilled, leavesHoles] = [0, 1, 2, 3].map(seed);
    let ran: RanGroup;
    beforeAll(async () => {
      const holes = 'truncate -s 2T "$CODE_DIR/hole" "$LOGS_DIR/hole"; truncate -s 1T "$SUBMISSION_DIR/submission.csv"';
      const options = ["--time-limit", "600", "--file-size", "unlimited", "--retries", "1", "--jobs", "2"];
      ran = await run(...options, ...bySeed("exit 7", "kill -9 $$", "exit 137", holes));
      expect(ran.exitCode, ran.stderr).toBe(3);
    });

    test("ends as agent-error, and what it submitted is graded", () => {
      expect(ran.stderr).toContain(`${exits}: agent-error (it exited with code 7), score 0.5`);
      const { end, events, read, place } = ran.group.run(exits);
      expect(end).toMatchObject({ end: "agent-error", reason: "It exited with code 7." });
      expect(events.find(({ type }) => type === "stopped")).toMatchObject({ exitCode: 7 });
      expect(JSON.parse(read("grade.json")).report).toMatchObject({ score: 0.5, valid_submission: true });
      expect(place("attempts")).not.toSatisfy(existsSync);
    });

    test.each([
      ["kill -9 $$", killsItself],
      ["exit 137", saysKilled],
    ])("ends as agent-error without another attempt after `%s`", (_, id) => {
      expect(ran.stderr).toContain(
        `${id}: agent-error (it exited with code 137 (SIGKILL), not because of one of its limits), score 0.5`,
      );
      expect(ran.group.run(id).events.filter(({ type }) => type === "opened")).toHaveLength(1);
    });

    test("ends without delay when its agent leaves files full of holes", () => {
      const { events, place, read } = ran.group.run(leavesHoles);
      expect(events.at(-1)).toMatchObject({ type: "ended", end: "finished" });
      expect(events.find(({ type }) => type === "sealed")).toMatchObject({
        submission: null,
        dropped: 2,
        tooLarge: 2 ** 40,
      });
      const { report } = JSON.parse(read("grade.json"));
      expect(report).toMatchObject({ submission_exists: true, valid_submission: false });
      expect(report.extra.failure.reason).toMatch(/^The submission is too large: 1099511627776 bytes\./);
      expect(readdirSync(place("code"))).toEqual([]);
    });
  });

  describe("that reaches its time limit", () => {
    let ran: RanGroup;
    let seconds: number;
    beforeAll(async () => {
      const listens = `trap 'echo "warned: $(cat "$WARNING_FILE")"' CONT; trap 'echo asked; exit 0' TERM; while :; do sleep 0.05; done`;
      const deaf = "trap '' TERM; echo deaf; while :; do sleep 0.05; done";
      // The limit must not end a run before its agent has submitted the sample and printed something.
      ran = await withMoreTime(
        3000,
        (limitMs) => {
          seconds = limitMs / 1000;
          return run("--time-limit", String(seconds), "--jobs", "2", ...bySeed(listens, deaf));
        },
        ({ group }) => group.run().output.includes("warned") && group.run(seed(1)).output !== "",
      );
      expect(ran.exitCode, ran.stderr).toBe(0);
    });

    test("ends there, warned by a file and SIGCONT, then asked by SIGTERM", () => {
      expect(ran.stderr).toContain(`_seed-0: limit (it reached its time limit of ${seconds} s), score 0.5, in `);
      const { output, events } = ran.group.run();
      expect(output.replaceAll(/^Terminated\n/gm, "")).toMatch(
        /^warned: \d s left\. What is in .* will be graded\.\nasked\n$/,
      );
      const [warned, stopped] = ["warned", "stopped"].map((type) => events.find((event) => event.type === type)!);
      expect(warned).toMatchObject({ leftMs: 50 * seconds });
      expect(stopped).toMatchObject({ end: "limit", exitCode: null });
      const [atWarning, atEnd] = [warned, stopped].map((event) => (event as { elapsedMs: number }).elapsedMs);
      expect(atWarning).toBeGreaterThanOrEqual(950 * seconds - 1);
      expect(atEnd).toBeGreaterThan(atWarning!);
      expect(ran.group.run().read("logs", "time-is-nearly-up.txt")).toContain(" s left");
    });

    test("ends there by SIGKILL when its agent ignores SIGTERM", () => {
      const reason = `It reached its time limit of ${seconds} s.`;
      const { end, read } = ran.group.run(seed(1));
      expect(end).toEqual(expect.objectContaining({ end: "limit", reason }));
      expect(JSON.parse(read("grade.json")).report.score).toBe(0.5);
    });
  });
});

describe.concurrent("a run ends", () => {
  test.skipIf(!hasBubblewrap)("at its memory limit", async () => {
    const ran = await ground.run(["--time-limit", "600", "--memory", "64m", ...shell("head -c 300m /dev/zero | tail")]);
    // Where control groups cannot be written, the allocation fails instead.
    if (
      ran.group.run().events.some((event) => event.type === "opened" && event.sandbox.enforcement.memoryMb === "cgroup")
    ) {
      expect(ran.stderr).toContain("limit (it exceeded its memory limit of 64 MiB), score 0.5");
      expect(ran.exitCode).toBe(0);
    } else expect(ran.group.run().end.end).toBe("agent-error");
  });

  test("when the group's budget is used up, and no other begins", async () => {
    const run = (runs: string, seconds: number) =>
      ground.run([
        ...["--run-dir", runs, "--time-limit", "600", "--seeds", "2", "--budget", String(seconds)],
        ...shell("echo submitted; sleep 600"),
      ]);
    let seconds = 1;
    const ran = await withMoreTime(
      1000,
      (limitMs) => {
        seconds = limitMs / 1000;
        return run(ground.fresh(), seconds);
      },
      ({ group }) => group.run().output !== "",
    );
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain("seed-0: limit (the run group's budget ran out), score 0.5");
    expect(ran.stderr).toContain(
      `The budget of ${seconds} s is used up. Run the same command with a larger --budget to continue.\n`,
    );
    expect(ran.stdout).toContain("1 of 2 runs have no result yet");
    expect(ran.group.events.at(-1)).toMatchObject({ type: "host-ended", why: "budget" });
    expect(ran.group.run(`${plant}_seed-1`).folder).not.toSatisfy(existsSync);
    const again = await run(ran.runs, 2 * seconds);
    expect(again.exitCode).toBe(0);
    expect(again.group.run(`${plant}_seed-1`).end.end).toBe("limit");
  });

  test("as cancelled when it is stopped, and the others go on", async () => {
    const runs = ground.fresh();
    const script = '[ "$SEED" = 1 ] && exit 0; sleep 600';
    const running = ground.run(["--run-dir", runs, "--seeds", "3", "--time-limit", "600", ...shell(script)]);
    await until("the first runs", () =>
      theGroup(runs)
        .run()
        .events.some(({ type }) => type === "candidate"),
    );
    const planned = await runCli(["stop", "--run-dir", runs, `${plant}_seed-2`]);
    expect(planned.stderr).toContain(`${plant}_seed-2: asked to stop; it will not start; the other runs continue.`);
    const first = await runCli(["stop", "--run-dir", runs, `${plant}_seed-0`, "--wait", "--json"]);
    expect(first.stderr).toMatch(/seed-0: cancelled, not graded, in .+ s\n$/);
    expect(JSON.parse(first.stdout)).toMatchObject({ outcome: "requested", waited: true });
    const ran = await running;
    expect(ran.exitCode).toBe(3);
    const ends = [0, 1, 2].map((seed) => ran.group.run(`${plant}_seed-${seed}`).end.end);
    expect(ends).toEqual(["cancelled", "finished", "cancelled"]);
    expect(ran.group.run().place("submission.csv")).toSatisfy(existsSync);
    expect(ran.group.run(`${plant}_seed-2`).place("submission.csv")).not.toSatisfy(existsSync);
    expect((await runCli(["verify", ran.group.folder])).exitCode).toBe(0);
  });

  test("as cancelled when the command is interrupted; the same command starts it again", async () => {
    const runs = ground.fresh();
    const flag = ground.fresh();
    const parameters = ground.parameters(
      ["--sandbox", "local", "--seeds", "2", "--time-limit", "600", ...shell(`[ -e ${flag}/go ] || sleep 600`)],
      runs,
    );
    const command = startCli(parameters, {});
    await until("a submission", () =>
      theGroup(runs)
        .run()
        .events.some(({ type }) => type === "candidate"),
    );
    command.process.kill("SIGINT");
    const { end, stderr } = await command.ended;
    expect(stderr).toContain("Stopping: running agents are asked to end");
    expect(stderr).toContain("The group was stopped. Run the same command again to continue.");
    expect(end).toBe(130);
    expect(theGroup(runs).run().end).toMatchObject({ end: "cancelled", reason: "It was stopped." });
    expect(theGroup(runs).events.at(-1)).toMatchObject({ type: "host-ended", why: "stopped" });
    expect(theGroup(runs).run(`${plant}_seed-1`).folder).not.toSatisfy(existsSync);

    writeFileSync(join(flag, "go"), "");
    const again = await runCli(parameters);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stderr).toContain("0 of 2 runs are done");
    const { events, read } = theGroup(runs).run();
    expect(events.find(({ type }) => type === "interrupted")).toMatchObject({ reason: "cancelled: It was stopped." });
    expect(read("attempts", "1", "submission.csv")).toBe(read("submission.csv"));
    const verified = await runCli(["verify", theGroup(runs).folder]);
    expect(verified.exitCode, verified.stderr).toBe(0);
  });

  test("after a second interrupt, which returns without waiting for the group", async () => {
    const runs = ground.fresh();
    // It takes its time to end, so that there is something to leave.
    const script = "trap 'sleep 1; exit 0' TERM; while :; do sleep 0.05; done";
    const command = startCli(
      ground.parameters(["--sandbox", "local", "--time-limit", "600", ...shell(script)], runs),
      {},
    );
    await until("a submission", () =>
      theGroup(runs)
        .run()
        .events.some(({ type }) => type === "candidate"),
    );
    command.process.kill("SIGINT");
    await until("the request", () => existsSync(join(theGroup(runs).folder, "stop")));
    command.process.kill("SIGINT");
    const { end, stderr } = await command.ended;
    expect(end).toBe(130);
    expect(stderr).toContain("Not waiting for ");
    await until("the host's end", () => theGroup(runs).events.at(-1)!.type === "host-ended");
    expect(theGroup(runs).run().end.end).toBe("cancelled");
  });
});
