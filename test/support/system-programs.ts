import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/sbin"];

/** Where a program of the system is, or null. */
export function findProgram(name: string): string | null {
  for (const folder of folders) {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return path.join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/**
 * The path of a program that a test needs, installed from Debian's package when it is missing and we are root. Null, with a
 * warning on stderr, when it cannot be had: the test is to be skipped. See `cannotTest`.
 */
export function requireProgram(name: string, debianPackage: string, mayInstall = true): string | null {
  const found = findProgram(name) ?? (mayInstall ? install(name, debianPackage) : null);
  if (found === null) cannotTest(`The tests that need ${name} cannot run here: install the package ${debianPackage}.`);
  return found;
}

/**
 * Says loudly why tests are skipped. Where `CI` is set it is a failure instead, so that what is never run is never taken for
 * what passes.
 */
export function cannotTest(reason: string): void {
  if (process.env.CI === "true") throw new Error(reason);
  process.stderr.write(`SKIPPED: ${reason}\n`);
}

function install(name: string, debianPackage: string): string | null {
  if (process.getuid?.() !== 0 || findProgram("apt-get") === null) return null;
  const arguments_ = ["-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", debianPackage];
  // The run level keeps the package from starting its service.
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" }, stdio: "pipe" } as const;
  for (const prepare of [() => undefined, () => execFileSync("apt-get", ["update"], options)]) {
    try {
      prepare();
      execFileSync("apt-get", arguments_, options);
      break;
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    }
  }
  return findProgram(name);
}
