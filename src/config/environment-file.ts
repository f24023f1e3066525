import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../lib/errors.ts";

/**
 * Sets the variables that `.env` in a folder names, except those that are set already. Values go nowhere but into this
 * process and its children: no record holds them. A folder called `.env`, as some virtual environments are, is left alone.
 *
 * @throws UsageError when the file cannot be read.
 */
export function readEnvironmentFile(folder: string): void {
  const file = resolve(folder, ".env");
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  // Absent before Node 20.12.
  if (process.loadEnvFile === undefined) {
    process.emitWarning(`${file} is ignored: reading it takes Node 20.12 or newer, and this is ${process.version}.`);
    return;
  }
  try {
    process.loadEnvFile(file);
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}
