import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { SandboxSpec } from "../../src/contracts/sandbox.ts";
import type { DockerOptions } from "../../src/sandboxes/docker/container.ts";
import { findProcesses } from "../support/find-processes.ts";
import { makeFolders } from "../support/sandbox-folders.ts";

/** What a process that was killed in the middle of a command has left. */
export interface AbandonedSandbox {
  /** Numbers of the command's processes that still run. */
  running(): number[];
  remove(): void;
}

/** A process of its own opens a sandbox, starts three processes in it and is killed without a chance to tidy up. */
export async function abandonSandbox(
  name: string,
  docker: DockerOptions | null,
  spec: Partial<SandboxSpec> = {},
): Promise<AbandonedSandbox> {
  if (!existsSync(new URL("../../dist/sandboxes/index.js", import.meta.url))) {
    throw new Error("There is no dist/: run `npm run build` first.");
  }
  const seconds = `${3_000_000 + Math.floor(Math.random() * 1_000_000)}`;
  const { root, remove } = makeFolders();
  const program = fileURLToPath(new URL("./open-and-wait.js", import.meta.url));
  const settings = [JSON.stringify(docker), JSON.stringify(spec)];
  const owner = spawn(process.execPath, [program, root, seconds, name, ...settings], { stdio: "inherit" });
  const running = (): number[] => findProcesses(seconds).filter((pid) => pid !== owner.pid);
  try {
    for (let attempt = 0; running().length < 3; attempt += 1) {
      if (attempt === 600) throw new Error(`The command in ${name} did not start.`);
      await sleep(100);
    }
  } finally {
    const gone = new Promise((resolve) => owner.once("exit", resolve));
    owner.kill("SIGKILL");
    await gone;
  }
  return { running, remove };
}
