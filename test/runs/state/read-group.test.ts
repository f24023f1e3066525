import { existsSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/lib/errors.ts";
import { countRuns } from "../../../src/runs/state/count-runs.ts";
import { readGroup } from "../../../src/runs/state/read-group.ts";
import { readGroupIndex } from "../../../src/runs/state/read-group-index.ts";
import { type MadeRun, makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

/** One run for each way a run can be. */
const ways: Readonly<Record<string, MadeRun>> = {
  "a_seed-0": { until: "planned" },
  "b_seed-0": { until: "started" },
  "c_seed-0": { until: "open", candidates: 0, output: "epoch 1\r\x1b[32mepoch 2\x1b[0m \x07\r\n\n" },
  "d_seed-0": { until: "open", candidates: 2, interrupted: 1 },
  "e_seed-0": { until: "interrupted" },
  "f_seed-0": { until: "stopped", elapsedMs: 5000 },
  "g_seed-0": { until: "sealed" },
  "h_seed-0": { until: "graded", score: 0.9, medal: "silver" },
  "i_seed-0": { until: "unrecorded", score: 0.7 },
  "j_seed-0": { score: 0.96, medal: "gold", elapsedMs: 7000 },
  "k_seed-0": { end: "limit", score: null, candidates: 0 },
  "l_seed-0": { end: "infrastructure-error", reason: "No space left on the device." },
};
const made = {
  competitions: Object.keys(ways).map((id) => id.split("_")[0]!),
  seeds: [0],
  run: (id: string) => ways[id]!,
};
const statesOf = (folder: string) => Object.fromEntries(readGroup(folder).runs.map(({ id, state }) => [id[0], state]));

describe("readGroup", () => {
  test("shows every state of a run while the host is alive", async () => {
    const lock = await makeRunGroup(place("alive"), { ...made, host: "alive" });
    try {
      const group = readGroup(place("alive"));
      expect(group.host).toEqual({ alive: true, pid: process.pid, machine: null });
      expect(statesOf(place("alive"))).toEqual({
        ...{ a: "planned", b: "opening", c: "running", d: "running", e: "interrupted", f: "running" },
        ...{ g: "sealed", h: "graded", i: "ended", j: "ended", k: "ended", l: "ended" },
      });
      const [, , c, d, , f, g, h, i, j, k, l] = group.runs;
      expect(c).toMatchObject({ attempt: 1, submission: false, lastOutput: "epoch 2", end: null });
      expect(c!.leftMs! + c!.elapsedMs!).toBe(3_600_000);
      expect(d).toMatchObject({ attempt: 2, submission: true, lastOutput: "fold 5 of 5" });
      expect(f).toMatchObject({ elapsedMs: 5000, leftMs: 3_595_000 });
      expect(g).toMatchObject({ submission: true, score: null, leftMs: null });
      expect(h).toMatchObject({ score: 0.9, medal: "silver", valid: true, end: null });
      expect(i).toMatchObject({ end: "finished", score: 0.7 });
      expect(j).toMatchObject({ end: "finished", score: 0.96, medal: "gold", elapsedMs: 7000, lastOutput: null });
      expect(j!.startedAt).toMatch(/^\d{4}-/);
      expect(k).toMatchObject({ end: "limit", score: null, valid: false, submission: false });
      expect(l).toMatchObject({ end: "infrastructure-error", reason: "No space left on the device." });
      expect(countRuns(group.runs, true)).toEqual({
        ...{ total: 12, done: 3, failed: 1, cancelled: 0, ungraded: 0, running: 6, waiting: 2 },
        ...{ noSubmission: 1, invalid: 0 },
      });
    } finally {
      lock!.release();
    }
  });

  test("runs of a killed host are interrupted, also in a copy on another machine", async () => {
    await makeRunGroup(place("killed"), { ...made, host: "killed" });
    const states = {
      a: "planned",
      b: "planned",
      c: "interrupted",
      d: "interrupted",
      e: "interrupted",
      f: "interrupted",
    };
    const group = readGroup(place("killed"));
    expect(group.host.alive).toBe(false);
    expect(statesOf(place("killed"))).toMatchObject({ ...states, g: "sealed", h: "graded", i: "ended" });
    expect(countRuns(group.runs, false)).toMatchObject({ done: 3, failed: 1, running: 0, waiting: 8 });
    expect(group.runs[2]).toMatchObject({ leftMs: null, lastOutput: "epoch 2" });

    renameSync(place("killed"), place("copied"));
    expect(statesOf(place("copied"))).toMatchObject(states);
  });

  test("a host on another machine counts as alive while its group keeps changing", async () => {
    await makeRunGroup(place("elsewhere"), { ...made, host: { elsewhere: "another-machine" } });
    expect(readGroup(place("elsewhere")).host).toMatchObject({ alive: true, machine: "another-machine" });
    expect(statesOf(place("elsewhere"))).toMatchObject({ c: "running" });

    const anHourAgo = Date.now() / 1000 - 3600;
    for (const name of readdirSync(place("elsewhere"), { recursive: true, encoding: "utf8" })) {
      if (/(events\.jsonl|\.log|\.lock)$/.test(name)) utimesSync(place("elsewhere", name), anHourAgo, anHourAgo);
    }
    expect(readGroup(place("elsewhere")).host.alive).toBe(false);
    utimesSync(place("elsewhere", "c_seed-0", "output.log"), Date.now() / 1000, Date.now() / 1000);
    expect(readGroup(place("elsewhere")).host.alive).toBe(true);
  });

  test("a torn last line is not read, and a missing journal has no lines", async () => {
    await makeRunGroup(place("torn"), { ...made, host: "killed" });
    writeFileSync(place("torn", "c_seed-0", "events.jsonl"), '{"seq":4,"type":"ended","en', { flag: "a" });
    writeFileSync(place("torn", "events.jsonl"), '{"seq":', { flag: "a" });
    expect(statesOf(place("torn"))).toMatchObject({ c: "interrupted" });
    rmSync(place("torn", "events.jsonl"));
    expect(statesOf(place("torn"))).toMatchObject({ c: "interrupted", j: "ended", a: "planned" });
  });

  test("names a folder without a plan", () => {
    expect(() => readGroup(place())).toThrow(UsageError);
  });
});

describe("readGroupIndex", () => {
  test("takes ends from the group's journal without reading the runs' folders", async () => {
    await makeRunGroup(place("index"), { ...made, host: "killed" });
    for (const id of ["j", "k", "l"]) rmSync(place("index", `${id}_seed-0`), { recursive: true });
    const { runs, unfinished, spentMs } = readGroupIndex(place("index"));
    const ends = Object.fromEntries(runs.map(({ id, end }) => [id[0], end]));
    expect(ends).toEqual({
      ...{ a: null, b: null, c: null, d: null, e: null, f: null, g: null, h: null },
      ...{ i: "finished", j: "finished", k: "limit", l: "infrastructure-error" },
    });
    const stages = runs.map(({ progress }) => progress?.stage ?? null);
    expect(stages).toEqual([
      ...["planned", "planned", "open", "open", "interrupted", "open", "sealed", "graded", "ended"],
      ...[null, null, null],
    ]);
    expect(unfinished.map(({ id }) => id[0]).join("")).toBe("abcdefghil");
    expect(spentMs).toBe(1000 + 7000 + 1000 + 1000);
    expect(existsSync(join(place("index"), "j_seed-0"))).toBe(false);
  });
});
