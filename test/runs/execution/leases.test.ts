import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeLock } from "../../../src/lib/files/lock-file.ts";
import { Leases, machineResources, mostRuns } from "../../../src/runs/execution/leases.ts";

const machine = { cpus: 4, memoryMb: 1000, gpus: ["0", "1"] };
const wallClockMs = 1000;
const fresh = (): string => mkdtempSync(join(tmpdir(), "mlebench-leases-"));
/** For leases that are free: never in practice. */
const never = (): AbortSignal => AbortSignal.timeout(60_000);
/** For leases that are taken. */
const soon = (): AbortSignal => AbortSignal.timeout(150);

function holder(folder: string): string {
  const file = join(folder, "host.lock");
  takeLock(file, "a group");
  return file;
}

test("runs get what fits and wait for the rest", async () => {
  const folder = fresh();
  const owner = holder(folder);
  const leases = new Leases(join(folder, "leases"), machine);
  const limits = { wallClockMs, cpus: 3 };
  const first = await leases.take(limits, owner, never());
  expect(first).not.toBeNull();
  expect(await leases.take(limits, owner, soon())).toBeNull();
  const waiting = leases.take(limits, owner, never());
  first!.release();
  expect(await waiting).not.toBeNull();
});

test("two groups below one folder share the machine, and no graphics card is given twice", async () => {
  const folder = fresh();
  const owner = holder(folder);
  const [one, other] = [1, 2].map(() => new Leases(join(folder, "leases"), machine));
  const limits = { wallClockMs, gpus: 1 };
  const cards = [await one!.take(limits, owner, never()), await other!.take(limits, owner, never())];
  expect(cards.map((lease) => lease?.gpus)).toEqual([["0"], ["1"]]);
  expect(await one!.take(limits, owner, soon())).toBeNull();
});

test("leases of processes that have exited, and incomplete ones, do not count", async () => {
  const folder = fresh();
  const owner = holder(folder);
  const leases = new Leases(join(folder, "leases"), machine);
  (await leases.take({ wallClockMs, cpus: 1 }, owner, never()))!.release();
  const dead = { cpus: 4, memoryMb: 0, gpus: [], owner: join(folder, "gone.lock") };
  writeFileSync(join(folder, "leases", "1-1.json"), JSON.stringify(dead));
  writeFileSync(join(folder, "leases", "1-2.json"), '{"cpus":');
  expect(await leases.take({ wallClockMs, cpus: 4 }, owner, never())).not.toBeNull();
  expect(readdirSync(join(folder, "leases"))).toHaveLength(1);
});

test("a host that starts again releases its earlier leases", async () => {
  const folder = fresh();
  const owner = holder(folder);
  const leases = new Leases(join(folder, "leases"), machine);
  await leases.take({ wallClockMs, memoryMb: 1000 }, owner, never());
  leases.releaseAll(owner);
  expect(await leases.take({ wallClockMs, memoryMb: 1000 }, owner, never())).not.toBeNull();
});

test("the number of runs that fit is known, and asking for more than the machine has is a usage error", () => {
  expect(mostRuns({ wallClockMs, cpus: 1.5 }, machine)).toBe(2);
  expect(mostRuns({ wallClockMs, cpus: 1, memoryMb: 400 }, machine)).toBe(2);
  expect(mostRuns({ wallClockMs }, machine)).toBe(Number.POSITIVE_INFINITY);
  expect(() => mostRuns({ wallClockMs, gpus: 3 }, machine)).toThrow("3 graphics cards; this machine has 2");
});

test("the environment selects the graphics cards", () => {
  expect(machineResources({ CUDA_VISIBLE_DEVICES: "2,5" }).gpus).toEqual(["2", "5"]);
  expect(machineResources({ CUDA_VISIBLE_DEVICES: "" }).gpus).toEqual([]);
});
