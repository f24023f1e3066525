import { expect, test } from "vitest";
import { chooseAgent } from "../../../src/agents/index.ts";
import { deriveLimits, type Machine } from "../../../src/runs/execution/derive-limits.ts";
import { type GroupRequest, planGroup } from "../../../src/runs/execution/plan-group.ts";
import { askedLimits, type GroupPlan } from "../../../src/runs/record/group-plan.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const machine: Machine = { cpus: 4, memoryMb: 10_000, freeDiskMb: 100_000, processes: 32_768 };
const asked: GroupRequest = {
  edition: "v1",
  agent: chooseAgent("dummy"),
  competitions: ["demo-plant-flowering"],
  seeds: [0],
  limits: { wallClockMs: 60_000 },
  sandbox: { name: "local", network: "none" },
  dataDirectory: "/data",
  retain: false,
};

test("every run gets a share of the machine, and the plan says of what", () => {
  const { limits, derivedLimits } = deriveLimits(asked, machine, 2);
  expect(limits).toEqual({
    wallClockMs: 60_000,
    memoryMb: 4000,
    processes: 4096,
    diskMb: 25_000,
    fileSizeMb: 26_024,
  });
  expect(derivedLimits).toEqual({
    memoryMb: "80 % of this machine's 9.77 GiB, shared by 2 runs",
    processes: "128 per cpu, at least 4096",
    diskMb: "half of the 97.66 GiB free, shared by 2 runs, at least 10 GiB",
    fileSizeMb: "1 GiB more than the disk limit",
  });
});

test.each<[string, Machine, Partial<GroupPlan["limits"]>]>([
  ["many processors", { ...machine, cpus: 128 }, { processes: 16_384 }],
  ["a kernel that allows few processes", { ...machine, processes: 4000 }, { processes: 2000 }],
  ["a small disk, which is the limit itself", { ...machine, freeDiskMb: 100 }, { diskMb: 10_240, fileSizeMb: 11_264 }],
])("%s", (_, other, expected) => {
  expect(deriveLimits(asked, other, 1).limits).toMatchObject(expected);
});

test("limits that were asked for or turned off are left alone", () => {
  const some = { ...asked, limits: { wallClockMs: 1, memoryMb: 5, diskMb: 7 }, unlimited: ["processes" as const] };
  const derived = deriveLimits(some, machine, 1);
  expect(derived.limits).toEqual({ wallClockMs: 1, memoryMb: 5, diskMb: 7, fileSizeMb: 1031 });
  expect(Object.keys(derived.derivedLimits!)).toEqual(["fileSizeMb"]);
  expect(askedLimits(derived)).toEqual(some.limits);
  const none = { ...asked, unlimited: ["memoryMb", "processes", "diskMb"] as const };
  expect(deriveLimits({ ...none, unlimited: [...none.unlimited] }, machine, 1).limits).toEqual(asked.limits);
});

test("the same command finds its group on another machine and with other jobs; the group keeps its limits", async () => {
  const runs = place("moved");
  const plan = async (request: GroupRequest) => await planGroup(runs, request, { fresh: false });
  const first = await plan(deriveLimits(asked, machine, 1));
  const again = await plan(deriveLimits(asked, { ...machine, memoryMb: 64_000, freeDiskMb: 5 }, 4));
  expect(again).toMatchObject({ folder: first.folder, continued: true });
  expect(again.plan.limits).toMatchObject({ memoryMb: 8000, diskMb: 50_000 });
  const others: GroupRequest[] = [
    { ...asked, limits: { ...asked.limits, memoryMb: 8000 } },
    { ...asked, unlimited: ["memoryMb"] },
  ];
  for (const other of others) {
    expect(await plan(deriveLimits(other, machine, 1))).toMatchObject({ continued: false });
  }
});

test("a group of a version that derived no limits is continued without them", async () => {
  const runs = place("earlier");
  const { folder } = await planGroup(runs, asked, { fresh: false });
  const again = await planGroup(runs, deriveLimits(asked, machine, 1), { fresh: false });
  expect(again).toMatchObject({ folder, continued: true });
  expect(again.plan.limits).toEqual(asked.limits);
});
