import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { SandboxSpec } from "../../src/contracts/sandbox.ts";
import type { SandboxSettings } from "../../src/contracts/sandbox-kind.ts";
import { findProcesses } from "../support/find-processes.ts";
import { makeFolders } from "../support/sandbox-folders.ts";

/** What another process needs to make the same provider. */
export interface ProviderSource {
  readonly name: string;
  readonly settings?: SandboxSettings;
  /** JavaScript with a function `sandboxKind`. Default: our own registry. */
  readonly module?: string;
}

/** What a process that was killed in the middle of a command has left. */
export interface AbandonedSandbox {
  /** Numbers of the command's processes that are still running. */
  running(): number[];
  remove(): void;
}

/** Another process opens a sandbox, starts three processes in it and is killed without a chance to clean up. */
export async function abandonSandbox(
  { name, settings = {}, module = registry() }: ProviderSource,
  spec: Partial<SandboxSpec> = {},
): Promise<AbandonedSandbox> {
  const seconds = `${3_000_000 + Math.floor(Math.random() * 1_000_000)}`;
  const { root, remove } = makeFolders();
  const program = fileURLToPath(new URL("./open-and-wait.js", import.meta.url));
  const line = [program, module, name, JSON.stringify(settings), root, seconds, JSON.stringify(spec)];
  const owner = spawn(process.execPath, line, { stdio: "inherit" });
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

function registry(): string {
  const file = new URL("../../dist/sandboxes/index.js", import.meta.url);
  if (!existsSync(file)) throw new Error("There is no dist/: run `npm run build` first.");
  return file.href;
}
