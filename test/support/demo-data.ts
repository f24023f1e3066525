import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "./run-cli.ts";

/** Prepares demo competitions in a temporary folder and returns it. */
export async function prepareDemo(...ids: string[]): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), "mlebench-demo-data-"));
  const { exitCode, stderr } = await runCli(["prepare", "-c", ...ids, "--data-dir", data]);
  if (exitCode !== 0) throw new Error(`The demo competitions could not be prepared: ${stderr}`);
  return data;
}
