import { accessSync, constants, existsSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { hasCode } from "./error-code.ts";
import { BenchError } from "./errors.ts";

type Describe = (where: string, error: NodeJS.ErrnoException) => string;

/** What the system's error codes mean and what to do about them. */
const failures: Readonly<Record<string, readonly [code: string, describe: Describe]>> = {
  ENOSPC: ["disk-full", (where) => `The disk is full: ${where} could not be written. Free some space, then try again.`],
  EDQUOT: ["disk-full", (where) => `Your disk quota is used up: ${where} could not be written. Free some space first.`],
  EROFS: ["read-only", (where) => `${where} is on a read-only file system. Choose another folder.`],
  EACCES: ["no-permission", denied],
  EPERM: ["no-permission", denied],
  ENOENT: ["missing-path", (where) => `${where} does not exist.`],
  ENOTDIR: ["missing-path", (where) => `${where} cannot be reached: part of this path is a file, not a folder.`],
  EMFILE: ["too-many-open-files", tooManyFiles],
  ENFILE: [
    "too-many-open-files",
    () => "Too many files are open on this machine. Close some programs, then try again.",
  ],
  EIO: ["disk-error", (where) => `The disk reported an error while accessing ${where}.`],
};

function denied(where: string, { syscall }: NodeJS.ErrnoException): string {
  const action = syscall === undefined ? "access" : syscall;
  return `${where}: permission denied (${action}) for user ${userInfo().username}. Check its owner and permissions.`;
}

function tooManyFiles(): string {
  const command = "ulimit -n 4096";
  return `This process has too many open files. Raise the limit with \`${command}\` in the same shell, then try again.`;
}

/**
 * The error to show for a system failure, such as a full disk or a read-only folder; null for any other error. `where`
 * is used if the system does not name the path, as when a write fails.
 */
export function systemFailure(error: unknown, where = "A file"): BenchError | null {
  if (!(error instanceof Error) || !("syscall" in error || hasCode(error, "ERR_WORKER_INIT_FAILED"))) return null;
  const cause = withRealReason(error as NodeJS.ErrnoException);
  // Of two paths, the second one is where something was to be written.
  const { path, dest = path } = cause as NodeJS.ErrnoException & { dest?: string };
  // If a thread cannot be started, the system's code is only in the message.
  const code = /: (EMFILE|ENFILE)$/.exec(error.message)?.[1] ?? cause.code ?? "";
  const failure = Object.hasOwn(failures, code) ? failures[code] : undefined;
  if (failure === undefined) return null;
  const [name, describe] = failure;
  return new BenchError(name, describe((code === "ENOSPC" || code === "EDQUOT" ? dest : path) ?? where, cause), {
    cause,
  });
}

/** On a read-only file system, Node's recursive mkdir only reports that the folder does not exist. */
function withRealReason(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  if (error.code !== "ENOENT" || error.syscall !== "mkdir" || error.path === undefined) return error;
  let folder = error.path;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return error;
  } catch (reason) {
    return reason as NodeJS.ErrnoException;
  }
}
