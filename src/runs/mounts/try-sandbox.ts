import type { SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import { SandboxUnavailable, UsageError } from "../../lib/errors.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import type { SandboxChoice } from "../record/group-plan.ts";

const timeoutMs = 60_000;

/**
 * Opens a sandbox with what a plan mounts and starts its interpreter, so that what fails there fails before a hundred runs.
 *
 * @throws UsageError with what the sandbox or the interpreter printed.
 */
export async function trySandbox(provider: SandboxProvider, spec: SandboxSpec, choice: SandboxChoice): Promise<void> {
  const { python } = choice;
  const command = python === undefined ? ["true"] : [python.program, "-c", "import ctypes, hashlib, json, zlib"];
  let printed = "";
  const sandbox = await provider.open(spec);
  try {
    const options = {
      timeoutMs,
      onOutput: (chunk: Uint8Array) => {
        printed += Buffer.from(chunk).toString("utf8");
      },
    };
    const { exitCode } = await sandbox.run(command, options);
    if (python === undefined || exitCode === 0) return;
    throw new UsageError(
      `--python: ${python.program} does not work in the sandbox ${choice.name}: ${lastLine(printed, `exit code ${exitCode}`)}` +
        (provider.traits.takesImage ? " An image with an older C library than this machine's cannot run it." : ""),
    );
  } catch (error) {
    if (!(error instanceof SandboxUnavailable) || systemFailure(error) !== null) throw error;
    throw new UsageError(`The mounts cannot be made: ${lastLine(printed, error.message)}`, { cause: error });
  } finally {
    await sandbox.dispose();
  }
}

function lastLine(text: string, otherwise: string): string {
  return text.trim().split("\n").at(-1) || otherwise;
}
