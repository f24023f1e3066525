import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { findCommandLines, findProcesses } from "../support/find-processes.ts";
import { plant, runGround, submitSample } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { attack, expectOneEnd, inNode } from "./attack.ts";

const ground = await runGround(plant);
const nap = (): string => String(4_000_000 + Math.floor(Math.random() * 900_000));

describe.skipIf(!hasBubblewrap)("an agent cannot", () => {
  test.each([
    ["its parents", "kill -9 $PPID; kill -9 1; kill -9 -1; sleep 1", /finished|agent-error/],
    [
      "everything but itself",
      "for p in $(ls /proc | grep '^[0-9]'); do [ $p = $$ ] || kill -9 $p; done; sleep 0.5",
      "finished",
    ],
    ["itself", "kill -9 $$", "agent-error"],
    ["itself with a signal that dumps memory", "ulimit -c unlimited; kill -SEGV $$", "agent-error"],
    ["itself as an operator would", "kill -TERM $$", "agent-error"],
    ["itself and claim that the machine ran out of memory", "exit 137", "agent-error"],
    ["itself and claim that the sandbox failed", "exit 125", "agent-error"],
  ])("end the host, or earn another attempt, by killing %s", async (_, script, end) => {
    const ran = await attack(ground, { script });
    await expectOneEnd(ran, end);
    const cores = readdirSync(ran.runs, { recursive: true, encoding: "utf8" }).filter((name) =>
      /(^|\/)core/.test(name),
    );
    expect(cores).toEqual([]);
  });

  test("leave processes behind, however they hide", async () => {
    const seconds = nap();
    const hide = [
      `(setsid nohup sleep ${seconds} >/dev/null 2>&1 &)`,
      `(trap "" TERM HUP INT; (sleep ${seconds} & sleep ${seconds}) >/dev/null 2>&1 &)`,
      inNode(
        `require("node:child_process").spawn("sleep", ["${seconds}"], { detached: true, stdio: "ignore" }).unref();`,
      ),
    ];
    const ran = await attack(ground, { script: hide.join("; ") });
    await expectOneEnd(ran);
    await expect.poll(() => findProcesses(seconds)).toEqual([]);
  });

  test("hold up its own end by keeping its output open", async () => {
    const seconds = nap();
    const ran = await attack(ground, {
      script: `(setsid sleep ${seconds} &) ; (setsid sh -c 'while :; do echo x; done' &) ; exit 0`,
    });
    await expectOneEnd(ran);
    expect(findProcesses(seconds)).toEqual([]);
  });

  test("take the machine's processes, its memory, its disk and its output, all at once", async () => {
    const seconds = nap();
    const script = [
      `bomb() { sleep ${seconds} & bomb & bomb; }; (bomb) >/dev/null 2>&1 &`,
      "(head -c 4g /dev/zero | tail -c 4g >/dev/null) 2>/dev/null &",
      "(i=0; while :; do head -c 3000000 /dev/zero > /tmp/f$i; i=$((i+1)); done) 2>/dev/null &",
      "(yes & yes >&2) & sleep 600",
    ].join("\n");
    const limits = [
      "--processes",
      "60",
      "--memory",
      "256m",
      "--disk",
      "100m",
      "--output-limit",
      "1m",
      "--time-limit",
      "20",
    ];
    const ran = await attack(ground, { script, options: limits });
    await expectOneEnd(ran, /limit|agent-error/);
    expect(findProcesses(seconds)).toEqual([]);
    expect(statSync(ran.group.run().place("output.log")).size).toBeLessThan(2 ** 20 + 1000);
    expect(await sizeOf(ran.runs)).toBeLessThan(10 * 2 ** 20);
  });

  test("disturb a run beside it", async () => {
    const evil = [
      "kill -9 -1",
      "(i=0; while [ $i -lt 300 ]; do sleep 100 & i=$((i+1)); done)",
      'mkfifo "$CODE_DIR/p"; truncate -s 1t "$LOGS_DIR/holes"; kill -9 $$',
    ].join("; ");
    const good = `${submitSample}; sleep 2; echo done`;
    const script = `if [ "$SEED" = 1 ]; then ${evil}; fi; ${good}`;
    const options = ["--sandbox", "bubblewrap", "--seeds", "3", "--jobs", "3", "--time-limit", "60"];
    const ran = await ground.run([...options, "--", "/bin/sh", "-c", script]);
    expect(ran.group.run(`${plant}_seed-1`).end.end).toBe("agent-error");
    for (const seed of [0, 2]) {
      const { end, events, output } = ran.group.run(`${plant}_seed-${seed}`);
      expect([end.end, output]).toEqual(["finished", "done\n"]);
      expect(events.filter(({ type }) => type === "opened")).toHaveLength(1);
    }
    expect((await runCli(["verify", ran.group.folder])).exitCode).toBe(0);
  });

  test("keep a stop from ending it", async () => {
    const mark = nap();
    const script = `trap "" TERM INT HUP QUIT TSTP; (setsid sh -c "trap '' TERM; while :; do sleep ${mark}; done" &) ; kill -STOP $$; sleep ${mark}`;
    const runs = ground.fresh();
    const running = attack(ground, { script, options: ["--run-dir", runs] });
    await expect.poll(() => findProcesses(mark).length).toBeGreaterThan(0);
    expect((await runCli(["stop", "latest", "--run-dir", runs])).exitCode).toBe(0);
    const ran = await running;
    expect(ran.group.run().end.end).toBe("cancelled");
    expect(findProcesses(mark)).toEqual([]);
    await expect.poll(() => findCommandLines(new RegExp(`host.process.*${runs}`))).toEqual([]);
    expect(ran.group.run().place("workspace")).not.toSatisfy(existsSync);
  });
});

/** Bytes on disk. */
async function sizeOf(folder: string): Promise<number> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0) * 512,
    0,
  );
}
