import { spawn } from "node:child_process";
import { builtCommand } from "./start-cli.ts";

/** A word as a shell reads it. */
export const shellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * Runs the built command on a pseudo-terminal, which `script` provides, and returns every byte that reached it. Standard output and
 * standard error are one.
 */
export function runOnTerminal(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const words = [process.execPath, builtCommand, ...parameters].map(shellWord).join(" ");
  const { NO_COLOR: _, ...own } = process.env;
  const child = spawn("script", ["-qefc", `stty cols 120 rows 40; exec ${words}`, "/dev/null"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...own, TERM: "xterm", SHELL: "/bin/sh", ...environment },
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}
