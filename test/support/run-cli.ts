import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const peakReporter = fileURLToPath(new URL("./report-peak-memory.cjs", import.meta.url));

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Peak memory in MiB; null if the process ended before it could report it. */
  readonly peakMebibytes: number | null;
}

export interface CliOptions {
  /** Run as this user and group, which takes root. */
  readonly user?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the command runs. Default: the root of the repository. */
  readonly directory?: string;
}

/** Runs the built command as a user does, in a separate process without a terminal. */
export function runCli(parameters: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  if (!existsSync(command)) throw new Error("There is no dist/: run `npm run build` first.");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--require", peakReporter, command, ...parameters], {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", ...options.environment },
      ...(options.directory === undefined ? {} : { cwd: options.directory }),
      ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
    });
    const [stdout, stderr, peak] = [1, 2, 3].map((stream) => {
      const chunks: Buffer[] = [];
      child.stdio[stream]!.on("data", (chunk: Buffer) => chunks.push(chunk));
      return () => Buffer.concat(chunks).toString();
    });
    child.on("error", reject).on("close", (exitCode) =>
      resolve({
        exitCode,
        stdout: stdout!(),
        stderr: stderr!(),
        peakMebibytes: peak!() === "" ? null : Number(peak!()) / 1024,
      }),
    );
  });
}
