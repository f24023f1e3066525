import { setTimeout } from "node:timers/promises";
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
  const install = () => runCli(["agents", "install", agent], { environment });
  let { exitCode, stderr } = await install();
  // Another file of the suite is installing it.
  while (exitCode !== 0 && stderr.includes("is locked by process")) {
    await setTimeout(1000);
    ({ exitCode, stderr } = await install());
  }
  if (exitCode !== 0) cannotTest(`${agent} could not be installed: ${stderr.trim().split("\n").slice(0, 2).join(" ")}`);
  return exitCode === 0;
}
