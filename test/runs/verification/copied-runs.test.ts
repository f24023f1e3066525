import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Journal } from "../../../src/lib/journal/journal.ts";
import type { GroupEvent } from "../../../src/runs/record/run-events.ts";
import { verifyGroup } from "../../../src/runs/verification/verify-group.ts";
import { verifyRun } from "../../../src/runs/verification/verify-run.ts";
import { makeRun, makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const shape = { competitions: ["a"], seeds: [0, 1] };

beforeAll(async () => {
  await makeRunGroup(place("good"), { ...shape, name: "good" });
  await makeRunGroup(place("stopped"), {
    ...shape,
    name: "stopped",
    host: "killed",
    run: (id) => ({ until: id === "a_seed-0" ? "started" : "planned" }),
  });
});

function copyRun(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

test("a run copied from another group in place of one without an end is reported", async () => {
  copyRun(place("good", "a_seed-0"), place("stopped", "a_seed-0"));
  const problem = "Expected the group `stopped` (from the plan), found `good`: this is another run.";
  expect((await verifyGroup(place("stopped"))).problems).toEqual([{ file: "a_seed-0/run.json", problem }]);
  expect((await verifyRun(place("stopped", "a_seed-0"))).problems).toEqual([{ file: "run.json", problem }]);
  rmSync(place("stopped", "a_seed-0"), { recursive: true });
});

test("a run copied to one that the group never started is reported, even from a group of the same name", async () => {
  await makeRunGroup(place("elsewhere", "stopped"), { ...shape, name: "stopped" });
  copyRun(place("elsewhere", "stopped", "a_seed-1"), place("stopped", "a_seed-1"));
  const problems = [
    { file: "a_seed-1/events.jsonl", problem: expect.stringContaining("found attempt 1, which the group") },
  ];
  expect((await verifyGroup(place("stopped"))).problems).toEqual(problems);
  rmSync(place("stopped", "a_seed-1"), { recursive: true });
});

test("a run copied from another seed of the same group is reported", async () => {
  copyRun(place("good", "a_seed-1"), place("good", "a_seed-0"));
  const { problems } = await verifyGroup(place("good"));
  expect(problems.map(({ file }) => file)).toContain("a_seed-0/run.json");
});

test("a group whose folder was renamed is intact", async () => {
  await makeRunGroup(place("old-name"), { ...shape, name: "old-name" });
  cpSync(place("old-name"), place("new-name"), { recursive: true, verbatimSymlinks: true });
  expect((await verifyGroup(join(place("new-name")))).problems).toEqual([]);
});

test("a run that starts while its group is verified is not taken for a copy", async () => {
  const folder = place("live");
  const lock = await makeRunGroup(folder, { ...shape, name: "live", host: "alive", run: () => ({ until: "planned" }) });
  const verification = verifyGroup(folder);
  const journal = Journal.open<GroupEvent>(join(folder, "events.jsonl"));
  makeRun(join(folder, "a_seed-1"), "a_seed-1", "a", { until: "open" }, journal);
  journal.close();
  const { problems, notes } = await verification;
  expect(problems).toEqual([]);
  expect(notes).toMatchObject([{ file: "a_seed-1/events.jsonl" }]);
  lock?.release();
});
