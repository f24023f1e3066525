import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { offline } from "../support/offline.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const cli = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Runs a shell script in which `prepare` stands for the command, preparing into `$DATA/data`. */
function shell(program: readonly string[], script: string, name: string) {
  mkdirSync(place(name), { recursive: true });
  const environment = { ...process.env, ...offline, DATA: place(name), NODE: process.execPath, CLI: cli };
  const prepare = 'prepare() { "$NODE" "$CLI" prepare -c demo-bakery-sales --data-dir "$DATA/data"; }';
  const [command = "", ...parameters] = [...program, "sh", "-c", `${prepare}; ${script}`];
  return spawnSync(command, parameters, { env: environment, encoding: "utf8" });
}

const stack = /^\s+at /m;

describe("prepare reports the failure of the system that it meets, without a stack:", () => {
  const namespace = ["unshare", "-rm"];
  const mount = ["mount", "-t", "tmpfs", "tmpfs", place()];
  const cannotMount = spawnSync(namespace[0]!, [...namespace.slice(1), ...mount]).status !== 0;
  const why = "disks of their own for tests take Linux with user namespaces";

  test("a full disk", ({ skip }) => {
    skip(cannotMount, why);
    const { status, stderr } = shell(namespace, 'mount -t tmpfs -o size=100k tmpfs "$DATA" && prepare', "full");
    expect(stderr).toContain("The disk is full");
    expect(stderr).not.toMatch(stack);
    expect(status).toBe(3);
  });

  test("a read-only disk", ({ skip }) => {
    skip(cannotMount, why);
    const { status, stderr } = shell(namespace, 'mount -t tmpfs -o ro tmpfs "$DATA" && prepare', "read-only");
    expect(stderr).toContain("is on a read-only file system");
    expect(stderr).not.toMatch(stack);
    expect(status).toBe(3);
  });

  test("too many open files", ({ skip }) => {
    skip(process.platform !== "linux", "only on Linux does Node start with as few files as the test allows");
    // How many files Node itself needs to start depends on its version.
    const failures: string[] = [];
    for (let limit = 16; limit < 40; limit += 1) {
      const { status, stderr } = shell([], `ulimit -n ${limit}; prepare`, `files-${limit}`);
      if (status === 0) break;
      if (status === 3) failures.push(stderr);
    }
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) {
      expect(failure).toContain("too many open files");
      expect(failure).toContain("ulimit -n");
      expect(failure).not.toMatch(stack);
    }
  });
});
