import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cannotTest } from "./skips.ts";

/** A disk of its own that can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room, not even for a byte. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
}

/** Whether this process may mount disks; says how to when it may not. */
export const canMount = ((): boolean => {
  const probe = mkdtempSync(join(tmpdir(), "mlebench-disk-"));
  const isMounted = mount(probe, "size=64k");
  if (isMounted) unmount(probe);
  else cannotTest("tests with full disks mount small ones (tmpfs): run them as root on Linux");
  rmSync(probe, { recursive: true, force: true });
  return isMounted;
})();

/** Mounts a small disk for the test that calls this. `options` are those of tmpfs, such as `size=1m`. */
export function smallDisk(options: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-disk-"));
  if (!mount(folder, options)) throw new Error(`A disk with ${options} could not be mounted.`);
  onTestFinished(() => {
    unmount(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
  };
}

function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (let chunk = Buffer.alloc(1 << 16); chunk.length > 0; ) {
      try {
        writeSync(file, chunk);
      } catch {
        chunk = chunk.subarray(chunk.length >> 1 || 1);
      }
    }
  } finally {
    closeSync(file);
  }
}

function mount(folder: string, options: string): boolean {
  return (
    process.platform === "linux" && spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0
  );
}

/** At once, even if a process still uses it. */
function unmount(folder: string): void {
  spawnSync("umount", ["-l", folder]);
}
