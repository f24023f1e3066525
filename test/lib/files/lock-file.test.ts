import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { isLocked, Locked, takeLock, withLock } from "../../../src/lib/files/lock-file.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

/** A lock as a process of this machine would have written it. */
function leaveLock(name: string, holder: Record<string, unknown> | string): string {
  const file = place(name, ".lock");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof holder === "string" ? holder : JSON.stringify({ host: hostname(), ...holder }));
  return file;
}

describe("a lock", () => {
  test("is held by one process at a time and can be taken again once it is free", () => {
    const file = place("once", ".lock");
    const lock = takeLock(file, "The work");
    expect(isLocked(file)).toBe(true);
    expect(() => takeLock(file, "The work")).toThrow(`The work is locked by process ${process.pid}.`);
    lock.release();
    expect(isLocked(file)).toBe(false);
    takeLock(file, "The work").release();
  });

  test("leaves neither files nor the folder made for it", () => {
    const file = place("traceless", ".lock");
    const lock = takeLock(file, "The work");
    expect(readdirSync(dirname(file))).toEqual([".lock"]);
    lock.release();
    expect(existsSync(dirname(file))).toBe(false);
  });

  test("is cleared of files left by processes killed while taking it, and of nothing else", () => {
    const file = place("leftovers", ".lock");
    mkdirSync(dirname(file), { recursive: true });
    const dead = 4_000_000;
    const elsewhere = JSON.stringify({ pid: dead, host: "another-machine", started: null });
    const left = {
      [`.lock-${dead}-0123abcd`]: "",
      [`.lock-${dead}-0123abce`]: JSON.stringify({ pid: dead, host: hostname() }),
    };
    const others = { [`.lock-${process.pid}-0123abcd`]: "", [`.lock-${dead}-0123abcf`]: elsewhere, ".lock-file": "" };
    for (const [name, content] of Object.entries({ ...left, ...others }))
      writeFileSync(place("leftovers", name), content);
    const lock = takeLock(file, "The work");
    expect(readdirSync(dirname(file)).sort()).toEqual([".lock", ...Object.keys(others)].sort());
    lock.release();
  });

  test("is released when the work fails", async () => {
    const file = place("failing", ".lock");
    await expect(withLock(file, "The work", () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck");
    expect(isLocked(file)).toBe(false);
  });

  test("of a process that has exited is ignored", () => {
    const file = leaveLock("dead", { pid: 2 ** 22 + 1, started: null });
    expect(isLocked(file)).toBe(false);
    takeLock(file, "The work").release();
  });

  test("of a process whose number another process has reused is ignored", () => {
    const file = leaveLock("reused", { pid: process.pid, started: "another boot/1" });
    takeLock(file, "The work").release();
  });

  test("that was only partly written is ignored", () => {
    takeLock(leaveLock("cut", '{"pid": 1'), "The work").release();
  });

  test("of another machine is respected, with advice on how to remove it", () => {
    const file = leaveLock("elsewhere", { pid: 1, host: "another-machine" });
    expect(() => takeLock(file, "The work")).toThrow(Locked);
    expect(() => takeLock(file, "The work")).toThrow(
      `process 1 on another-machine. If that process has exited, remove ${file}`,
    );
  });
});
