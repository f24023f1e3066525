import type { CommandOptions, CommandResult } from "./command.ts";

/** What to open. Nothing of the host is visible inside but what is named here, where the sandbox isolates at all. */
export interface SandboxSpec {
  /** The run's name, for labels and messages. */
  readonly name: string;
  /** A folder of the host, read-only at `/home/data`. */
  readonly publicData: string;
  /** A folder of the host, made when missing: its `submission`, `code` and `logs` are those of `/home`. */
  readonly workspace: string;
  /** Further files, folders or sockets, read-only: path inside -> path on the host. */
  readonly readOnly?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** `internal`: the containers of this sandbox among themselves, nothing beyond; only docker has that. */
  readonly network: "none" | "internal" | "open";
  readonly limits: SandboxLimits;
  /** Ids of the graphics cards that may be used, as the driver counts or names them. Default: none. */
  readonly gpus?: readonly string[];
}

/** What a sandbox allows. Absent means unlimited. */
export interface SandboxLimits {
  /** From the moment the sandbox is opened: no command runs longer than what is left of it. */
  readonly wallClockMs?: number;
  readonly memoryMb?: number;
  readonly cpus?: number;
  /** Processes and threads alive at the same time. */
  readonly processes?: number;
  /** The largest single file. */
  readonly fileSizeMb?: number;
  /** Everything written below the workspace, temporary files included. */
  readonly diskMb?: number;
  /** Bytes of one command's output that are kept; the command goes on, the rest is counted and dropped. */
  readonly outputBytes?: number;
}

/**
 * What makes a limit hold: the kernel for all processes together (`cgroup`) or for each one (`rlimit`), looking again and
 * again and killing everything (`polling`, so it can be exceeded for a moment), this process (`harness`), or nothing.
 */
export type Enforcement = "cgroup" | "rlimit" | "polling" | "harness" | "none";

/** What a run's record says about its sandbox. */
export interface SandboxRecord {
  readonly sandbox: string;
  /** `none`: an ordinary process that reads and writes what its user may. */
  readonly isolation: "none" | "namespaces" | "container";
  readonly network: SandboxSpec["network"];
  readonly limits: SandboxLimits;
  /** One entry for every limit that was asked for. */
  readonly enforcement: Readonly<Partial<Record<keyof SandboxLimits, Enforcement>>>;
  /** What a reader of the result should know besides: the program's version, the user inside, loosened settings. */
  readonly notes: readonly string[];
}

/**
 * A place where an agent's commands run. Files stay from one command to the next; processes do not: whatever a command
 * started ends with it. Commands may run side by side, which is how something is kept going in the background.
 * Paths are those inside. Only the submission, code and logs folders can be read and written from outside, and a symbolic
 * link in them is never followed.
 */
export interface Sandbox extends AsyncDisposable {
  readonly record: SandboxRecord;
  /** Where things are, seen from inside. Commands find them as DATA_DIR, SUBMISSION_DIR, CODE_DIR and LOGS_DIR. */
  readonly paths: { readonly data: string; readonly submission: string; readonly code: string; readonly logs: string };
  /** Where a key of the specification's `readOnly` is, seen from inside: there, or, without isolation, on the host. */
  resolve(place: string): string;
  /** Rejects with `SandboxUnavailable` only when the command could not be started for a reason that is not its own. */
  run(command: readonly string[], options?: CommandOptions): Promise<CommandResult>;
  /** Null when there is no such regular file. Larger ones than `maxBytes` are refused. */
  readFile(path: string, options?: { maxBytes?: number }): Promise<Uint8Array | null>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** Copies the regular files at or below a path to a folder or file of the host that is not there yet. */
  collect(path: string, target: string): Promise<CollectedFiles>;
  /** Calls back for every version of a file that has settled, one at a time. Returns what stops it. */
  watch(path: string, onVersion: (version: FileVersion) => void | Promise<void>): () => Promise<void>;
  /** Sends a signal to the processes of every command that runs now. In a container its first process gets it. */
  signal(name: NodeJS.Signals): void;
  /** What all commands have taken so far, and hold now. */
  usage(): Promise<SandboxUsage>;
  /** Ends everything inside. The workspace's files stay. May be called again. */
  dispose(): Promise<void>;
}

/** A look at what runs in a sandbox; null where the system does not tell. */
export interface SandboxUsage {
  /** Processor time since the sandbox was opened, of all processes, those that have ended included as far as they were seen. */
  readonly cpuMs: number | null;
  /** Without files that are only kept in case they are read again. */
  readonly memoryBytes: number | null;
  /** Everything below the workspace. */
  readonly diskBytes: number;
  /** Processes and threads alive now, as the limit counts them. */
  readonly processes: number | null;
}

/** What was copied out of a sandbox; `skipped` are links, pipes, sockets and devices. */
export interface CollectedFiles {
  readonly files: number;
  readonly bytes: number;
  readonly skipped: readonly string[];
}

/** One state of a watched file. */
export interface FileVersion {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** A kind of sandbox. */
export interface SandboxProvider {
  readonly name: string;
  /** Null when it can be used here, otherwise what is missing and how to get it. */
  unavailable(): Promise<string | null>;
  open(spec: SandboxSpec): Promise<Sandbox>;
  /** Ends what processes of ours that are no more (killed, crashed) have left running on this machine. Returns how many. */
  reap(): Promise<number>;
}
