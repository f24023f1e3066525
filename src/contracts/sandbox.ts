import type { CommandOptions, CommandResult } from "./command.ts";

/** `none`: an ordinary process that reads and writes what its user may. */
export type Isolation = "none" | "namespaces" | "container";

/** What commands can reach. `internal`: the containers of the same sandbox, and nothing beyond. */
export type Network = "none" | "internal" | "open";

/** What to open. A sandbox that isolates shows nothing of the host but what is named here. */
export interface SandboxSpec {
  /** The run's name, for labels and messages. */
  readonly name: string;
  /** A folder of the host, shown read-only as the data folder. */
  readonly publicData: string;
  /** Whether the workspace holds the files of an earlier sandbox, which this one goes on with. */
  readonly continued?: boolean;
  /**
   * A folder of the host, absent or empty unless it is `continued`, that holds `submission`, `code` and `logs` after `Sandbox.handOver`. A sandbox
   * on this machine works in it from the start.
   */
  readonly workspace: string;
  /** Further files, folders or sockets, read-only: path inside -> path on the host. */
  readonly readOnly?: Readonly<Record<string, string>>;
  /** Folders of the host that commands must not see, not even where something that is shown contains them. */
  readonly hidden?: readonly string[];
  /** Folders among `readOnly` that are shown although they are in a hidden one: the public parts of rehearsals. */
  readonly rehearsalData?: readonly string[];
  /** Folders inside whose programs come before all others: the beginning of PATH. */
  readonly programFolders?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Values in the environment or in command lines that must not leave the sandbox, such as keys. */
  readonly secrets?: readonly string[];
  readonly network: Network;
  readonly limits: SandboxLimits;
  /** Ids of the graphics cards that may be used, as the driver numbers or names them. Default: none. */
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
  /** Everything in the submission, code and logs folders and among the temporary files. */
  readonly diskMb?: number;
  /** Bytes of one command's output that are kept. The command continues; the rest is counted and dropped. */
  readonly outputBytes?: number;
}

/**
 * What makes a limit hold: the kernel, for all processes together (`cgroup`) or for each one (`rlimit`); the harness, which
 * measures from time to time and kills everything (`polling`, so the limit can be exceeded for a moment) or counts what
 * passes through it (`harness`); or nothing.
 */
export type Enforcement = "cgroup" | "rlimit" | "polling" | "harness" | "none";

/** What a run's record says about its sandbox. */
export interface SandboxRecord {
  readonly sandbox: string;
  readonly isolation: Isolation;
  readonly network: Network;
  readonly limits: SandboxLimits;
  /** One entry for every limit that was asked for. */
  readonly enforcement: Readonly<Partial<Record<keyof SandboxLimits, Enforcement>>>;
  /** What else a reader of the result should know: the program's version, the user inside, loosened settings. */
  readonly notes: readonly string[];
}

/** Where things are, seen from inside. Commands find them as DATA_DIR, SUBMISSION_DIR, CODE_DIR and LOGS_DIR. */
export interface SandboxPaths {
  readonly data: string;
  readonly submission: string;
  readonly code: string;
  readonly logs: string;
}

/**
 * A place where an agent's commands run. Files stay from one command to the next; processes do not: whatever a command
 * started ends with it. Commands may run side by side, which is how something is kept running in the background.
 * Paths are those inside. Only the submission, code and logs folders can be read and written from outside, and a symbolic
 * link in them is never followed.
 */
export interface Sandbox extends AsyncDisposable {
  readonly record: SandboxRecord;
  readonly paths: SandboxPaths;
  /** Where a key of the specification's `readOnly` is, seen from inside: there, or, without isolation, on the host. */
  resolve(place: string): string;
  /** Rejects with `SandboxUnavailable` only when the command could not be started and the command is not to blame. */
  run(command: readonly string[], options?: CommandOptions): Promise<CommandResult>;
  /** Null when there is no such regular file. A file larger than `maxBytes` is refused. */
  readFile(path: string, options?: { maxBytes?: number }): Promise<Uint8Array | null>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /**
   * Copies the regular files at or below a path to a file or folder of the host that does not exist yet. A file that grows
   * meanwhile is copied up to the size it had at first.
   */
  collect(path: string, target: string, options?: CollectOptions): Promise<CollectedFiles>;
  /** Calls back for every version of a file that has settled, one at a time. The returned function stops it. */
  watch(path: string, onVersion: (version: FileVersion) => void | Promise<void>): () => Promise<void>;
  /** Sends a signal to the processes of every running command. In a container, its first process gets it. */
  signal(name: NodeJS.Signals): void;
  /** What all commands have used so far, and hold now. */
  usage(): Promise<SandboxUsage>;
  /**
   * Ends every command for good and brings the submission, code and logs folders into the specification's workspace, which
   * from then on is the caller's. They may hold anything the agent made, links included. A sandbox that works in the
   * workspace has nothing to copy; any other copies at most `maxBytes` of each folder.
   */
  handOver(options: { readonly maxBytes: number }): Promise<HandedOver>;
  /** Ends everything inside. What is in the workspace stays. May be called again. */
  dispose(): Promise<void>;
}

/** What a sandbox uses at one moment; null where the system does not report it. */
export interface SandboxUsage {
  /** Processor time of all processes since the sandbox was opened. Of those that have ended, as far as it was measured. */
  readonly cpuMs: number | null;
  /** Without cached files. */
  readonly memoryBytes: number | null;
  /** As the limit counts it. */
  readonly diskBytes: number;
  /** Processes and threads alive now, as the limit counts them. */
  readonly processes: number | null;
}

/** Bounds for a copy. */
export interface CollectOptions {
  /** Files that do not fit are skipped, whatever part of them is holes. Default: unlimited. */
  readonly maxBytes?: number;
  /** Skips a folder rather than copying what is in it. */
  readonly onlyFile?: boolean;
  /** Ends the copy, which then rejects; the part that was copied stays. */
  readonly signal?: AbortSignal;
}

/** What was copied out of a sandbox; `skipped` are links, pipes, sockets, devices, and files that are too large. */
export interface CollectedFiles {
  readonly files: number;
  readonly bytes: number;
  readonly skipped: readonly string[];
}

/** What came of the hand-over. */
export interface HandedOver {
  /** How many entries could not be brought along: too large, or of a kind that cannot be copied. */
  readonly dropped: number;
}

/** One state of a watched file. */
export interface FileVersion {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}
