import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { madeOnce } from "./made-once.ts";
import { runCli } from "./run-cli.ts";

/** A temporary folder with prepared demo competitions. Each of them is prepared once for all files of a suite, and copied. */
export async function prepareDemo(...ids: string[]): Promise<string> {
  const data = mkdtempSync(join(inject("sharedFolder"), "data-"));
  for (const id of ids) {
    const prepared = await madeOnce(id, async (folder) => {
      const { exitCode, stderr } = await runCli(["prepare", "-c", id, "--data-dir", folder]);
      if (exitCode !== 0) throw new Error(`The demo competition ${id} could not be prepared: ${stderr}`);
    });
    // The time of a file's last change says whether it must be compared with the manifest.
    cpSync(prepared, data, { recursive: true, preserveTimestamps: true });
  }
  return data;
}
