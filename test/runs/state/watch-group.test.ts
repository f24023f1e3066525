import { appendFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/lib/journal/journal.ts";
import type { GroupEvent } from "../../../src/runs/record/run-events.ts";
import { countRuns } from "../../../src/runs/state/count-runs.ts";
import { readGroup } from "../../../src/runs/state/read-group.ts";
import { readGroupIndex } from "../../../src/runs/state/read-group-index.ts";
import { watchGroup } from "../../../src/runs/state/watch-group.ts";
import { makeRun, makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const tell = ({ kind, run }: { kind: string; run: { id: string } }) => `${kind} ${run.id}`;

describe("watchGroup", () => {
  test("shows what a whole reading shows, and reports what happened between two polls", async () => {
    const folder = place("watched");
    const lock = await makeRunGroup(folder, {
      competitions: ["a", "b", "c"],
      seeds: [0],
      host: "alive",
      run: (id) => ({ until: id === "a_seed-0" ? "ended" : "planned" }),
    });
    const watch = watchGroup(folder);
    expect(watch.poll().updates).toEqual([]);

    const group = Journal.open<GroupEvent>(join(folder, "events.jsonl"));
    makeRun(join(folder, "b_seed-0"), "b_seed-0", "b", { until: "open", candidates: 2 }, group);
    const second = watch.poll();
    expect(second.updates.map(tell)).toEqual(["started b_seed-0", "candidate b_seed-0", "candidate b_seed-0"]);
    expect(second.group.runs[1]).toMatchObject({ state: "running", lastOutput: "fold 5 of 5", submission: true });
    expect(countRuns(second.group.runs, true)).toMatchObject({ done: 1, running: 1, waiting: 1 });

    appendFileSync(join(folder, "b_seed-0", "output.log"), "evaluating\n");
    expect(watch.poll().group.runs[1]!.lastOutput).toBe("evaluating");
    mkdirSync(join(folder, "b_seed-0", "attempts", "1"), { recursive: true });
    renameSync(join(folder, "b_seed-0", "output.log"), join(folder, "b_seed-0", "attempts", "1", "output.log"));
    expect(watch.poll().group.runs[1]!.lastOutput).toBe(null);

    makeRun(join(folder, "c_seed-0"), "c_seed-0", "c", { score: 0.9, medal: "silver" }, group);
    const third = watch.poll();
    expect(third.updates.map(tell)).toEqual(["started c_seed-0", "candidate c_seed-0", "ended c_seed-0"]);
    expect(third.updates[2]!.run).toMatchObject({ end: "finished", score: 0.9, medal: "silver" });
    const now = Date.now();
    expect(watch.poll(now).group).toEqual(readGroup(folder, now));

    lock!.release();
    const after = watch.poll();
    expect(after.group.host.alive).toBe(false);
    expect(after.group.runs.map(({ state }) => state)).toEqual(["ended", "interrupted", "ended"]);
    group.close();
  });

  test("has the search of a run that ended since the last poll, for what is reported of it", async () => {
    const folder = place("search-ended");
    const lock = await makeRunGroup(folder, {
      competitions: ["a"],
      seeds: [0],
      host: "alive",
      run: () => ({ until: "planned" }),
    });
    const watch = watchGroup(folder, () => true);
    const group = Journal.open<GroupEvent>(join(folder, "events.jsonl"));
    makeRun(join(folder, "a_seed-0"), "a_seed-0", "a", { score: 0.9 }, group);
    expect([...watch.poll().searches.keys()]).toEqual(["a_seed-0"]);
    expect([...watch.poll().searches.keys()]).toEqual([]);
    group.close();
    lock!.release();
  });

  test("a run with another attempt reports only what is new", async () => {
    const folder = place("again");
    const lock = await makeRunGroup(folder, {
      competitions: ["a"],
      seeds: [0],
      host: "alive",
      run: () => ({ end: "infrastructure-error" }),
    });
    const watch = watchGroup(folder);
    const group = Journal.open<GroupEvent>(join(folder, "events.jsonl"));
    group.append({ type: "run-started", run: "a_seed-0", attempt: 2 });
    const { group: state, updates } = watch.poll();
    expect(updates.map(tell)).toEqual(["started a_seed-0"]);
    expect(state.runs[0]).toMatchObject({ state: "opening", attempt: 2, end: null });
    expect(readGroup(folder).runs[0]!.state).toBe("opening");
    group.close();
    lock!.release();
  });

  test("watching a thousand runs costs a fraction of reading them", async () => {
    const folder = place("large");
    const lock = await makeRunGroup(folder, {
      competitions: Array.from({ length: 200 }, (_, index) => `competition-${index}`),
      seeds: [0, 1, 2, 3, 4],
      host: "alive",
      journalsOnly: true,
      run: (id) => (/competition-19\d_seed-4/.test(id) ? { until: "open" } : {}),
    });
    expect(readGroupIndex(folder).runs.filter(({ end }) => end !== null)).toHaveLength(990);
    expect(countRuns(readGroup(folder).runs, true)).toMatchObject({ done: 990, running: 10 });
    const watch = watchGroup(folder);
    watch.poll();
    // It is about a twentieth.
    expect(fastest(() => watch.poll(), 40)).toBeLessThan(fastest(() => readGroup(folder), 10) / 3);
    lock!.release();
  });
});

/** The machine may be busy with other things: the best of a few times is what the work takes. */
function fastest(work: () => void, times: number): number {
  const taken = Array.from({ length: times }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...taken);
}
