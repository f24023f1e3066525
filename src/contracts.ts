import type { Frame } from "./frame/frame.ts";
import type { PrintOptions } from "./frame/print-cell.ts";
import type { Table, TableOptions } from "./frame/table.ts";
import type { CompetitionFacts } from "./lib/facts.ts";

/**
 * The interfaces that cross a folder. Read this file, then one competition, and you know how the parts meet.
 *
 * A competition is a value: facts (data, under `data/competitions/`) and code (one file under `src/competitions/`).
 */

/** Which rules a competition is prepared and graded by: `v1` reproduces the Python reference, bugs included. */
export type Edition = "v1";

/** Turns a submission and the hidden answers into a score. Pure: reads both tables, changes neither, keeps no state. */
export type Grade = (submission: Frame, answers: Frame) => number;

/**
 * Turns Kaggle's raw files into public data for agents and private answers for the grader. A competition of our own
 * has no raw files: it generates its data from a seed, the same bytes on every machine.
 */
export type Prepare = (context: PrepareContext) => Promise<void>;

/**
 * What a preparation reads and writes. Paths to read are relative to the raw folder (absolute ones are taken as they
 * are); paths to write begin with `public/` or `private/`, both empty at the start. Nothing a preparation does changes
 * the raw folder: what it unpacks goes into a scratch folder that disappears afterwards.
 */
export interface PrepareContext {
  /** Folders, for what the methods below do not cover. */
  readonly raw: string;
  readonly public: string;
  readonly private: string;
  readonly signal: AbortSignal;
  /** A CSV file of the raw data, as pandas would read it. */
  open(path: string, options?: TableOptions): Table;
  /** Writes a table as pandas' `to_csv(index=False)` would. */
  write(target: Target, table: Table, options?: PrintOptions): void;
  /** Puts a raw file into place: linked where possible, copied otherwise. The same raw file may be placed twice. */
  place(source: string, target: Target): void;
  /** Puts every file below a raw folder into place, keeping the tree. */
  placeTree(source: string, target: Target): void;
  /** Names of the entries of a raw folder, sorted by code point. */
  list(folder: string): string[];
  /** Unpacks an archive of the raw data into the scratch folder and returns the folder's absolute path. */
  extract(archive: string): Promise<string>;
  /** An absolute path in the scratch folder for intermediate files. */
  scratch(name: string): string;
  /** The absolute path of a target, its folder made: for files that are neither tables nor copies. */
  target(target: Target): string;
}

/** Where a preparation may write. */
export type Target = `public/${string}` | `private/${string}`;

/** What the pipeline checks after every preparation, in terms of the files it wrote. */
export interface PreparationChecks {
  /** Both tables have this id column, without repeats, and no id is in both. Absent where ids repeat by design. */
  readonly disjoint?: { readonly train: Target; readonly test: Target; readonly id: string };
  /** Columns that only the answers may hold: no public file about the test set has them. */
  readonly hidden?: { readonly file: Target; readonly columns: readonly string[] };
  /** False where the reference's own answers do not get the best score from its grader, with the reason beside it. */
  readonly answersArePerfect?: boolean;
}

/** The code of one competition. */
export interface CompetitionDefinition {
  /** Kaggle's id, also the file's name. */
  readonly id: string;
  /** What is measured, in words. */
  readonly metric: string;
  /** What a submission must look like: columns, one row per what, allowed values. */
  readonly submissionFormat: string;
  /**
   * What is to be predicted from what, in our words: it completes the sentence that begins with the kind of task.
   * Descriptions of our own tell it; without one they speak of training and test data in general.
   */
  readonly task?: string;
  /** What a user of the numbers should know: leaks, mislabelled data, quirks of the metric. */
  readonly knownProblems?: readonly string[];
  /**
   * How the reference rounds to five decimals: `python` where its grader returns a Python float (decimal rounding of
   * the exact value), `numpy` where it returns a numpy one (multiply, round to even, divide). Default: `numpy`.
   */
  readonly rounding?: "python" | "numpy";
  /** Reads the answers when they are not a CSV file. */
  readonly readAnswers?: (path: string) => Frame;
  /**
   * Throws `InvalidSubmission` when the submission cannot be scored; whatever else it throws is a bug of ours.
   * May return NaN or an infinity: the reference does, and the submission counts as valid.
   */
  readonly grade: Grade;
  /** Absent until the competition's preparation is written. */
  readonly prepare?: Prepare;
  readonly checks?: PreparationChecks;
}

/** A competition as the rest of the project sees it. */
export interface Competition extends CompetitionDefinition {
  readonly facts: CompetitionFacts;
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

/** One command in a sandbox. */
export interface CommandOptions {
  readonly timeoutMs?: number;
  /** Between the request to end (SIGTERM) and the end (SIGKILL). Default: two seconds. */
  readonly graceMs?: number;
  /** Path inside. Default: the code folder. */
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends the command as a time-out does. */
  readonly signal?: AbortSignal;
  /** Output as it comes, up to the limit. */
  readonly onOutput?: (chunk: Uint8Array) => void;
  /** Whether the result holds the output too. Default: yes; a command that prints for days had better not. */
  readonly keepOutput?: boolean;
}

/** How a command ended. Failing and running out of time are values, not exceptions. */
export interface CommandResult {
  /** As a shell reports it (127 not found, 128 + number for a signal); null when we ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** The limit that ended it, where that is known. */
  readonly exceeded: "wallClockMs" | "memoryMb" | "diskMb" | null;
  /** Both output streams, mixed as they arrived: each is in order, the two against each other nearly. */
  readonly output: string;
  /** Bytes that were printed, those beyond the limit included. */
  readonly outputBytes: number;
  readonly outputTruncated: boolean;
  readonly durationMs: number;
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

/** What an agent is told, besides the environment inside: nothing here leads to the grader or the answers. */
export interface AgentTask {
  readonly competitionId: string;
  readonly seed: number;
  readonly sandbox: Sandbox;
  /** The prepared public data on the host, as it is mounted in the sandbox. */
  readonly publicData: string;
  /** Aborted when the run is stopped from outside; commands that are given it end. */
  readonly signal: AbortSignal;
  /** Between the request to end and the end, for `CommandOptions.graceMs`. */
  readonly graceMs: number;
  /** What the agent prints, as it comes: the run's log. */
  readonly onOutput: (chunk: Uint8Array) => void;
}

/** How an agent stopped. A `CommandResult` is one. */
export type AgentEnd = Pick<CommandResult, "exitCode" | "timedOut" | "cancelled" | "exceeded">;

/** What an agent's sandbox needs besides the competition. */
export interface AgentNeeds {
  /** Path inside -> path on the host: its programs and files. */
  readonly readOnly?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The container image it must run in; then only docker will do. */
  readonly image?: string;
  /** Further settings of the container, as the engine's `HostConfig` has them. */
  readonly hostConfig?: Readonly<Record<string, unknown>>;
}

/**
 * Somebody who works on a competition. Whatever an agent is (a program, a container, a loop of ours around a model), its
 * product is a file: `submission.csv` in the sandbox's submission folder.
 */
export interface Agent {
  readonly name: string;
  /** Names of the host's environment variables whose values are secret: they never enter a record. */
  readonly secrets?: readonly string[];
  /** Asked once per run, before its sandbox is opened. `scratch` is an empty folder of the host for what it must make. */
  needs(run: {
    readonly competitionId: string;
    readonly publicData: string;
    readonly scratch: string;
  }): Promise<AgentNeeds>;
  /** Rejects only with `SandboxUnavailable` or when our own code fails; failing agents return how they ended. */
  act(task: AgentTask): Promise<AgentEnd>;
}
