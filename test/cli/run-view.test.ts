import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { searches } from "../../src/agents/index.ts";
import { bold } from "../../src/cli/styled-text.ts";
import { cutToWidth, widthOf } from "../../src/cli/views/cut-to-width.ts";
import { followGroup } from "../../src/cli/views/follow-group.ts";
import { describeUpdate, viewLines } from "../../src/cli/views/run-view.ts";
import { Screen } from "../../src/cli/views/screen.ts";
import { Journal } from "../../src/lib/journal/journal.ts";
import type { GroupEvent } from "../../src/runs/record/run-events.ts";
import { readGroup } from "../../src/runs/state/read-group.ts";
import { watchGroup } from "../../src/runs/state/watch-group.ts";
import { makeRun, makeRunGroup } from "../support/make-run-group.ts";
import { plant, runGround, submitSample, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { shellWord } from "../support/run-on-terminal.ts";
import { type MadeExperiment, searchEventsOf } from "../support/search-events.ts";
import { builtCommand } from "../support/start-cli.ts";
import { requireProgram } from "../support/system-programs.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { TerminalScreen } from "../support/terminal-screen.ts";

const place = temporaryDirectory();

const size = { columns: 100, rows: 24, now: Date.now() };

describe("viewLines", () => {
  test("shows counts, times, the budget and a line per running run", async () => {
    const lock = await makeRunGroup(place("view"), {
      name: "a-group",
      competitions: ["a", "b", "c", "d"],
      seeds: [0],
      host: "alive",
      run: (id) =>
        ({
          "a_seed-0": { elapsedMs: 600_000 },
          "b_seed-0": { until: "open" as const, output: `\x1b]0;title\x07${"long ".repeat(60)}\n` },
          "c_seed-0": { until: "started" as const },
          "d_seed-0": { end: "agent-error" as const, elapsedMs: 0 },
        })[id]!,
    });
    const now = Date.now();
    const lines = viewLines(readGroup(place("view"), now), { ...size, now, budgetMs: 3_600_000 }).map(String);
    lock!.release();
    expect(lines[0]).toBe("a-group");
    expect(lines[1]).toMatch(/^1 done, 2 running, 1 failed of 4, \d:\d\d elapsed, budget left (50:00|4\d:\d\d)$/);
    expect(lines[2]).toMatch(/^ {2}b_seed-0 {2}running {4}(5\d:\d\d|1:00:00) left +submitted {2}long long .*…$/);
    expect(lines[2]).toHaveLength(99);
    expect(lines[3]).toBe("  c_seed-0  opening");
    expect(lines).toHaveLength(4);
    expect(String(viewLines(readGroup(place("view")), size)[1])).toContain("no host");
  });

  test("has never more lines than the terminal, nor longer ones", async () => {
    const lock = await makeRunGroup(place("many"), {
      competitions: Array.from({ length: 30 }, (_, index) => `a-competition-with-a-long-name-${index}`),
      seeds: [0],
      host: "alive",
      run: () => ({ until: "open", output: "漢字 🙂 e\u0301 ".repeat(30) }),
    });
    const group = readGroup(place("many"));
    lock!.release();
    for (const columns of [1, 2, 10, 40, 79, 200]) {
      for (const rows of [1, 4, 10, 24, 60]) {
        const lines = viewLines(group, { ...size, columns, rows }).map(String);
        expect(lines.length).toBeLessThanOrEqual(Math.max(4, rows - 1));
        for (const line of lines) expect(widthOf(line)).toBeLessThan(Math.max(2, columns));
      }
    }
    expect(String(viewLines(group, { ...size, rows: 10 }).at(-1))).toBe("  and 24 more");
  });
});

describe("viewLines of a search", () => {
  const experiments: MadeExperiment[] = [
    { score: 0.5 },
    { score: null },
    ...Array.from({ length: 30 }, (_, index) => ({ score: 0.6 + index / 100, parents: ["experiment_1"] })),
    { parents: ["experiment_32"], idea: "\x1b]0;title\x07An idea" },
  ];

  async function watched(folder: string, runs = 1) {
    const events = searchEventsOf(experiments, { isOver: false }).map((event) => ({ elapsedMs: 1, event }));
    const lock = await makeRunGroup(folder, {
      competitions: Array.from({ length: runs }, (_, index) => `competition-${index}`),
      seeds: [0],
      agent: { name: "search", label: "search", settings: {} },
      host: "alive",
      run: () => ({ until: "open", events }),
    });
    const update = watchGroup(folder, searches).poll();
    lock!.release();
    return update;
  }

  test("shows the best so far, the budget by part and the experiments that matter", async () => {
    const { group, searches: found } = await watched(place("searching"));
    const lines = viewLines(group, { ...size, rows: 14, searches: found }).map(String);
    expect(lines).toHaveLength(13);
    expect(lines[3]).toBe(
      "    best 0.89 by rehearsal, experiment_32; 33 experiments: 31 good, 1 failed, 1 under way; step 33…",
    );
    expect(lines[4]).toBe("    code $0.33 in 33 calls, programs 1 min 4 s; left 8 min 20 s, 20 steps");
    expect(lines[5]).toMatch(/^ {6}experiment_1 +0\.5 by rehearsal +draft +2 s +\$0\.01 {2}Idea 1\.$/);
    expect(lines.filter((line) => line.startsWith("    * "))).toEqual([expect.stringContaining("experiment_32 ")]);
    expect(lines.find((line) => line.includes("experiment_33"))).toMatch(
      /~ .*└─ experiment_33 +being written .*\\x1b\]0;/,
    );
    expect(lines.at(-1)).toBe("      and 26 more");
  });

  test("has never more lines than the terminal, nor longer ones", async () => {
    const { group, searches: found } = await watched(place("searches"), 3);
    for (const columns of [1, 2, 10, 40, 79, 200]) {
      for (const rows of [1, 4, 10, 24, 60]) {
        const lines = viewLines(group, { ...size, columns, rows, searches: found }).map(String);
        expect(lines.length).toBeLessThanOrEqual(Math.max(4, rows - 1));
        for (const line of lines) expect(widthOf(line)).toBeLessThan(Math.max(2, columns));
      }
    }
  });

  test("is a line for each experiment where there is no terminal", async () => {
    const { group, searches: found } = await watched(place("plain-search"));
    const [run] = group.runs;
    const search = found.get(run!.id)!;
    const line = (experiment: string) =>
      describeUpdate({ kind: "experiment", run: run!, elapsedMs: null, experiment }, search);
    expect(line("experiment_2")).toBe("competition-0_seed-0: experiment_2: It failed.");
    expect(line("experiment_32")).toBe("competition-0_seed-0: experiment_32: 0.89 by rehearsal, the best so far");
  });

  test("ps says where it stands", async () => {
    const events = searchEventsOf(experiments, { isOver: false }).map((event) => ({ elapsedMs: 1, event }));
    const lock = await makeRunGroup(place("ps", "group"), {
      competitions: ["a"],
      seeds: [0],
      agent: { name: "search", label: "search", settings: {} },
      host: "alive",
      run: () => ({ until: "open", events }),
    });
    const { stdout } = await runCli(["ps", "--run-dir", place("ps")]);
    lock!.release();
    expect(stdout).toContain("a_seed-0\n  best 0.89 by rehearsal, experiment_32; 33 experiments: ");
  });
});

describe("Screen", () => {
  test("overwrites its lines, keeps what was printed above, and restores the cursor", () => {
    const terminal = new TerminalScreen(20);
    const screen = new Screen({ columns: 20, rows: 10, write: (text) => terminal.write(text) });
    screen.draw(["one", "two", "three"]);
    expect([terminal.cursorIsHidden, terminal.shown()]).toEqual([true, ["one", "two", "three"]]);
    screen.draw(["1", "2"]);
    expect(terminal.shown()).toEqual(["1", "2"]);
    screen.print(["stays"]);
    expect(terminal.shown()).toEqual(["stays", "1", "2"]);
    screen.draw(["x"]);
    screen.end();
    expect([terminal.cursorIsHidden, terminal.shown()]).toEqual([false, ["stays"]]);
  });

  test("finds its first line again after the terminal became narrower", () => {
    const written: string[] = [];
    const stream = { columns: 40, rows: 20, write: (text: string) => written.push(text) };
    const screen = new Screen(stream);
    screen.draw(["x".repeat(39), bold("short")]);
    stream.columns = 15;
    screen.draw(["y"]);
    expect(written.at(-1)).toContain("\r\x1b[4A");
    screen.end();
  });
});

describe("cutToWidth", () => {
  test("counts columns, not characters", () => {
    expect(cutToWidth("plain", 5)).toBe("plain");
    expect(cutToWidth("plain text", 5)).toBe("plai…");
    expect(cutToWidth("漢字漢字", 5)).toBe("漢字…");
    expect(cutToWidth("漢字漢字", 8)).toBe("漢字漢字");
    expect(cutToWidth("🙂🙂", 3)).toBe("🙂…");
    expect(cutToWidth("e\u0301e\u0301e\u0301", 3)).toBe("e\u0301e\u0301e\u0301");
    expect(cutToWidth("anything", 0)).toBe("");
  });
});

describe("followGroup", () => {
  /** A host that ends one run, starts another, and ends; `next` is awaited in between. */
  async function act(folder: string, next: (step: number) => Promise<unknown>): Promise<void> {
    const journal = Journal.open<GroupEvent>(join(folder, "events.jsonl"));
    makeRun(join(folder, "b_seed-0"), "b_seed-0", "b", { score: 0.9, medal: "silver" }, journal);
    await next(1);
    makeRun(join(folder, "c_seed-0"), "c_seed-0", "c", { until: "open" }, journal);
    appendFileSync(join(folder, "c_seed-0", "output.log"), "the last words\n");
    await next(2);
    journal.append({ type: "host-ended", why: "stopped", files: {} });
    journal.close();
  }
  const live = (folder: string) =>
    makeRunGroup(folder, {
      name: "live-group",
      competitions: ["a", "b", "c"],
      seeds: [0],
      host: "alive",
      run: (id) => ({ until: id === "a_seed-0" ? "ended" : "planned" }),
    });

  test("prints a line when something happens where there is no terminal", async () => {
    const lock = await live(place("plain"));
    let printed = "";
    const stream = { write: (text: string) => (printed += text) };
    const following = followGroup(watchGroup(place("plain")), { stream, intervalMs: 10 });
    const steps = ["", "[2/3] b_seed-0: ", "c_seed-0: a new submission"];
    await act(place("plain"), (step) => until(steps[step]!, () => printed.includes(steps[step]!)));
    expect((await following).end).toBe("stopped");
    lock!.release();
    expect(printed.split("\n")).toEqual([
      "b_seed-0: started",
      expect.stringMatching(/^b_seed-0: a new submission after \d:\d\d$/),
      "[2/3] b_seed-0: finished, score 0.9, silver medal, in 1 s",
      "c_seed-0: started",
      expect.stringMatching(/^c_seed-0: a new submission after \d:\d\d$/),
      "",
    ]);
  });

  test("ends when the host dies, and when none comes", async () => {
    const lock = await live(place("dying"));
    const following = followGroup(watchGroup(place("dying")), { stream: { write: () => undefined }, intervalMs: 10 });
    await setTimeout(50);
    lock!.release();
    expect((await following).end).toBe("died");
    await makeRunGroup(place("hostless"));
    const options = { stream: { write: () => undefined }, intervalMs: 10, startMs: 50 };
    expect((await followGroup(watchGroup(place("hostless")), options)).end).toBe("died");
  });

  test("leaves when asked to", async () => {
    const lock = await live(place("left"));
    const leave = new AbortController();
    const following = followGroup(watchGroup(place("left")), {
      stream: { write: () => undefined },
      signal: leave.signal,
    });
    leave.abort();
    expect((await following).end).toBe("left");
    lock!.release();
  });
});

describe("mlebench run on a terminal", () => {
  test.skipIf(requireProgram("script", "bsdutils") === null)(
    "shows each run while it works, keeps the terminal tidy when it is resized, and leaves the results",
    async () => {
      const ground = await runGround(plant);
      const [agent, resize, finish] = ["agent.sh", "resize", "finish"].map((name) => place(name)) as [
        ...[string, string, string],
      ];
      const wait = `[ "$SEED" = 0 ] || { echo "${"many words ".repeat(9)}"; until [ -e '${finish}' ]; do sleep 0.05; done; }`;
      writeFileSync(agent, `${submitSample}; ${wait}\n`);
      const limits = ["--sandbox", "local", "--time-limit", "600", "--seeds", "2", "--budget", "2h", "--label", "live"];
      const parameters = ground.parameters([...limits, "--", "/bin/sh", agent]);
      const words = [process.execPath, builtCommand, ...parameters].map(shellWord).join(" ");
      const narrow = `(until [ -e '${resize}' ]; do sleep 0.05; done; stty cols 60 </dev/tty)`;
      const { NO_COLOR: _, ...environment } = process.env;
      const child = spawn("script", ["-qefc", `stty cols 70 rows 20; ${narrow} & ${words}`, "/dev/null"], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...environment, TERM: "xterm", SHELL: "/bin/sh" },
      });
      let output = "";
      child.stdout.on("data", (chunk) => {
        output += chunk;
      });
      const ended = new Promise((resolve) => child.on("close", resolve));
      // On one line: the first run has submitted something too.
      await until("the second run's submission and output", () => /submitted[^\n]{0,40}many /.test(output));
      await setTimeout(300);
      writeFileSync(resize, "");
      // Two lines no longer fit: the terminal has wrapped them, and the view goes up as many more.
      await until("the view after the change", () => output.includes("\r\x1b[5A"));
      writeFileSync(finish, "");
      expect(await ended).toBe(0);

      expect(output).toContain("_run-group_live\x1b[22m");
      expect(output).not.toContain("\x1b[2J");
      const resized = output.indexOf("\r\x1b[5A");
      const screen = new TerminalScreen(70);
      screen.write(output.slice(0, resized));
      const [finished, name, counts, run] = screen.shown().slice(-4);
      expect(finished).toMatch(/^\[1\/2] demo-plant-flowering_seed-0: finished, score 0\.5, in .+ s$/);
      expect(name).toMatch(/_run-group_live$/);
      expect(counts).toMatch(/^1 done, 1 running, 0 failed of 2, \d:\d\d elapsed, budget left 1:5\d:\d\d$/);
      expect(run).toMatch(/^ {2}demo-plant-flowering_s… {2}running {4}\d:\d\d left +submitted {2}many …$/);
      screen.resize(60);
      screen.write(output.slice(resized));
      expect(screen.cursorIsHidden).toBe(false);
      const left = screen.shown();
      expect(left[0]).toBe("2 runs: 1 competition x 2 seeds, agent live");
      expect(left.filter((line) => line.startsWith("["))).toEqual([
        expect.stringMatching(/^\[1\/2] demo-plant-flowering_seed-0: finished, score 0\.5, /),
        expect.stringMatching(/^\[2\/2] demo-plant-flowering_seed-1: finished, score 0\.5, .*…$/),
      ]);
      expect(left.join("\n")).toContain("competition");
      expect(left.join("\n")).not.toMatch(/elapsed|many /);
    },
  );

  test.skipIf(requireProgram("script", "bsdutils") === null)(
    "answers Ctrl-C at once, above the live view, and says how the group ended",
    async () => {
      const ground = await runGround(plant);
      const script = "echo at work; trap '' TERM; while :; do sleep 0.05; done";
      const options = ["--sandbox", "local", "--time-limit", "600", "--", "/bin/sh", "-c", script];
      const words = [process.execPath, builtCommand, ...ground.parameters(options)].map(shellWord).join(" ");
      const child = spawn("script", ["-qefc", `stty cols 100 rows 30; exec ${words}`, "/dev/null"], {
        stdio: ["pipe", "pipe", "pipe"],
        env: { ...process.env, TERM: "xterm", SHELL: "/bin/sh" },
      });
      let output = "";
      child.stdout.on("data", (chunk) => {
        output += chunk;
      });
      const ended = new Promise((resolve) => child.on("close", resolve));
      const shown = () => {
        const screen = new TerminalScreen(100);
        screen.write(output);
        return screen.shown().join("\n");
      };
      await until("the agent's output", () => shown().includes("at work"));
      child.stdin.write("\x03");
      await until("the answer, beside the agent's line", () => {
        const screen = shown();
        return (
          screen.includes("Stopping: running agents are asked to end") && / elapsed, stopping\n.* at work/.test(screen)
        );
      });
      expect(await ended).toBe(130);
      expect(shown()).toMatch(
        /Stopping: [\s\S]*\[1\/1] .*cancelled[\s\S]*The group was stopped. Run the same command again/,
      );
      expect(shown()).toMatch(/`mlebench runs show .*` says why\./);
    },
  );
});
