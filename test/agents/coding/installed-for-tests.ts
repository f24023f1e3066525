import { fileURLToPath } from "node:url";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { runCli } from "../../support/run-cli.ts";
import { cannotTest } from "../../support/skips.ts";

/** More than a gigabyte: installed once, and kept between test runs. */
export const agentsDirectory =
  process.env.MLEBENCH_AGENTS_DIR ??
  fileURLToPath(new URL("../../../node_modules/.cache/mlebench-agents", import.meta.url));

/** Installs an agent from its registry, unless it is there. Where that is not possible its tests are skipped: false. */
export async function canTest(agent: string): Promise<boolean> {
  if (!hasBubblewrap) return false;
  const environment = { MLEBENCH_AGENTS_DIR: agentsDirectory };
  const { exitCode, stderr } = await runCli(["agents", "install", agent], { environment });
  if (exitCode !== 0) cannotTest(`${agent} could not be installed: ${stderr.trim().split("\n").slice(0, 2).join(" ")}`);
  return exitCode === 0;
}
