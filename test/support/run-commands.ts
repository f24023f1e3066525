import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const entry = fileURLToPath(new URL("./run-commands-entry.ts", import.meta.url));

export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command in a process of its own. */
export interface StartedCommand {
  readonly process: ChildProcess;
  readonly ended: Promise<CommandOutcome>;
}

/** Bundles the commands that only read run folders, so that tests can start them from source as processes. */
export async function bundleCommands(folder: string): Promise<string> {
  const bundle = await rolldown({ input: { commands: entry }, platform: "node", logLevel: "silent" });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-part.mjs" });
  await bundle.close();
  return `${folder}/commands.mjs`;
}

export function startCommand(bundle: string, name: string, ...parameters: readonly unknown[]): StartedCommand {
  const child = spawn(process.execPath, [bundle, name, JSON.stringify(parameters)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  });
  const ended = new Promise<CommandOutcome>((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode) => resolve({ exitCode, stdout: stdout!(), stderr: stderr!() }));
  });
  return { process: child, ended };
}
