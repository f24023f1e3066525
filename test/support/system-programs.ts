import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { cannotTest } from "./skips.ts";

const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/sbin"];

/** The path of a program of the system, or null. The name may be a path already. */
export function findProgram(name: string): string | null {
  for (const folder of path.isAbsolute(name) ? [""] : folders) {
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
 * The path of a program that tests need. Where it is missing the tests are skipped: null, with the reason in the summary. With
 * `CI=true` it is installed from Debian's package instead, and it is a failure when that is not possible. See `cannotTest`.
 */
export function requireProgram(
  name: string,
  debianPackage: string,
  mayInstall = process.env.CI === "true",
): string | null {
  if (findProgram(name) === null && mayInstall) installPackages(debianPackage);
  const found = findProgram(name);
  if (found === null) cannotTest(`${name} is not installed: apt-get install ${debianPackage}`);
  return found;
}

/** Installs what it can. Failures are printed: the caller looks for what it needs. */
export function installPackages(...names: readonly string[]): void {
  if (process.getuid?.() !== 0 || findProgram("apt-get") === null) return;
  const arguments_ = ["-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", ...names];
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
}
