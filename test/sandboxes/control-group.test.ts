import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeControlGroup } from "../../src/sandboxes/control-group/control-group.ts";
import { groupParents } from "../../src/sandboxes/control-group/folders.ts";
import { reapGroups } from "../../src/sandboxes/control-group/removal.ts";
import { ownerMark } from "../../src/sandboxes/shared/owner.ts";

const root = mkdtempSync(path.join(tmpdir(), "groups-"));
afterAll(() => rmSync(root, { recursive: true }));
const limits = { memoryMb: 100, cpus: 1.5, processes: 30 };

/** A hierarchy of ordinary folders, with the kernel's names and formats but without its rules. */
function hierarchy(name: string, own: string, controllers: Readonly<Record<string, string>>) {
  const mount = path.join(root, name);
  mkdirSync(path.join(mount, own), { recursive: true });
  for (const [folder, list] of Object.entries(controllers)) {
    writeFileSync(path.join(mount, folder, "cgroup.subtree_control"), list);
  }
  const system = { mounts: `${mount}.mounts`, ownGroups: `${mount}.cgroup` };
  writeFileSync(system.mounts, `proc /proc proc rw 0 0\ncgroup2 ${mount} cgroup2 rw,nosuid 0 0\n`);
  writeFileSync(system.ownGroups, `0::/${own}\n`);
  return { mount, system };
}

describe("control groups version 2, imitated by ordinary folders", () => {
  test("one group beside our own holds all limits", () => {
    const { mount, system } = hierarchy("delegated", "user/session", { user: "cpu memory pids" });
    const group = makeControlGroup("a", limits, system)!;
    expect([...group.enforces].sort()).toEqual(["cpus", "memoryMb", "processes"]);
    const folder = path.join(mount, "user", `mlebench-${ownerMark()}-a`);
    expect(group.joinFiles).toEqual([path.join(folder, "cgroup.procs")]);
    const written = Object.fromEntries(
      readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), "utf8")]),
    );
    expect(written).toEqual({
      "cpu.max": "150000 100000",
      "memory.max": "104857600",
      "memory.swap.max": "0",
      "pids.max": "30",
    });
  });

  test("usage is read in the kernel's formats", () => {
    const { mount, system } = hierarchy("counted", "", { "": "cpu memory pids" });
    const group = makeControlGroup("b", limits, system)!;
    const put = (file: string, text: string): void =>
      writeFileSync(path.join(mount, `mlebench-${ownerMark()}-b`, file), text);
    put("cpu.stat", "usage_usec 1234500\nuser_usec 1000000\nsystem_usec 234500\n");
    put("memory.current", "70000000\n");
    put("memory.stat", "anon 60000000\nfile 10000000\ninactive_file 4000000\n");
    put("cgroup.threads", "11\n12\n13\n");
    put("memory.events", "low 0\nhigh 0\nmax 3\noom 2\noom_kill 1\noom_group_kill 0\n");
    expect(group.usage()).toEqual({ cpuMs: 1234.5, memoryBytes: 66_000_000, processes: 3 });
    expect(group.memoryKills()).toBe(1);
  });

  test("no group is made without controllers that can be delegated, or without limits", () => {
    const { mount, system } = hierarchy("closed", "user", { "": "", user: "" });
    expect(groupParents(["memory", "cpu", "pids"], system)).toEqual([]);
    expect(makeControlGroup("c", limits, system)).toBe(null);
    const open = hierarchy("open", "", { "": "cpu memory pids" });
    expect(makeControlGroup("d", {}, open.system)).toBe(null);
    expect(readdirSync(mount).sort()).toEqual(["cgroup.subtree_control", "user"]);
  });

  test("reaping removes the folders of owners that have exited, not those of running ones or of other machines", async () => {
    const { mount, system } = hierarchy("left", "", { "": "memory" });
    const [, started, machine] = ownerMark().split("-");
    const names = [`mlebench-${ownerMark()}-1`, `mlebench-${process.pid}-1${started}-${machine}-2`, "mlebench-1-1-x-3"];
    for (const name of names) mkdirSync(path.join(mount, name));
    expect(await reapGroups(system)).toBe(1);
    expect(names.map((name) => existsSync(path.join(mount, name)))).toEqual([true, false, true]);
  });
});

test("control groups of version 1 are joined by the thread alone, for which the kernel need not stop all forks", () => {
  const mount = path.join(root, "first");
  mkdirSync(mount);
  const system = { mounts: `${mount}.mounts`, ownGroups: `${mount}.cgroup` };
  writeFileSync(system.mounts, `cgroup ${mount} cgroup rw,memory,cpu 0 0\n`);
  writeFileSync(system.ownGroups, "1:memory,cpu:/\n");
  const group = makeControlGroup("e", limits, system)!;
  expect(group.joinFiles).toEqual([path.join(mount, `mlebench-${ownerMark()}-e`, "tasks")]);
});
