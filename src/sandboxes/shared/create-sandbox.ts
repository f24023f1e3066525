import { posix } from "node:path";
import type { Sandbox, SandboxPaths, SandboxRecord, SandboxSpec } from "../../contracts/sandbox.ts";
import { SandboxUnavailable, UsageError } from "../../lib/errors.ts";
import { type FilePlace, type SandboxFiles, sharedFolders } from "./sandbox-files.ts";
import { type Launch, type LaunchedCommand, superviseCommand } from "./supervise-command.ts";
import { systemPath } from "./system-path.ts";
import { UsageMeter, type UsageSample } from "./usage-meter.ts";

/** What differs from one kind of sandbox to the next. */
interface SandboxParts {
  readonly spec: SandboxSpec;
  readonly files: SandboxFiles;
  readonly record: SandboxRecord;
  readonly paths: SandboxPaths;
  /** The folder for temporary files, seen from inside. */
  readonly temporary: string;
  /** PATH as the image sets it. Default: the usual folders of a system. */
  readonly path?: string;
  /** See `Sandbox.resolve`. Default: every path stays as it is. */
  readonly resolve?: (place: string) => string;
  readonly launch: Launch;
  /** What all commands have used. Default: the sum of what each one reports. */
  readonly usage?: () => UsageSample;
  /** After the last command has ended. */
  readonly close: () => Promise<void>;
}

/** A sandbox from its parts: time, output and disk limits, the environment and the end are the same for every kind. */
export function createSandbox(parts: SandboxParts): Sandbox {
  const { spec, files, paths } = parts;
  const opened = performance.now();
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  const launched = new Set<LaunchedCommand>();
  const meter = new UsageMeter();
  const environment = environmentOf(parts);
  let closed: Promise<void> | undefined;

  const follow = (command: LaunchedCommand): (() => void) => {
    launched.add(command);
    const unfollow = command.usage === undefined ? () => undefined : meter.follow(command.usage);
    return () => {
      launched.delete(command);
      unfollow();
    };
  };
  const requireOpen = (): void => {
    if (ending.signal.aborted) throw new SandboxUnavailable(`The sandbox of ${spec.name} has been closed.`);
  };
  const untilDone = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    return await work.finally(() => running.delete(work));
  };
  const endCommands = async (): Promise<void> => {
    ending.abort();
    await Promise.allSettled(running);
  };
  const dispose = async (): Promise<void> => {
    closed ??= endCommands().then(parts.close);
    await closed;
  };

  return {
    record: parts.record,
    paths,
    resolve: parts.resolve ?? ((place) => place),
    run: async (command, options = {}) => {
      if (command.length === 0) throw new UsageError("A command needs at least the name of a program.");
      requireOpen();
      const supervision = {
        ...options,
        directory: options.directory ?? paths.code,
        environment: { ...environment, ...options.environment },
        limits: spec.limits,
        leftMs: (spec.limits.wallClockMs ?? Number.POSITIVE_INFINITY) - (performance.now() - opened),
        ending: ending.signal,
        diskUse: files.diskUse,
        onLaunch: follow,
      };
      return await untilDone(superviseCommand(parts.launch, command, supervision));
    },
    readFile: async (inside, { maxBytes = 2 ** 30 } = {}) => await files.read(locate(paths, inside), maxBytes),
    writeFile: async (inside, content) => {
      requireOpen();
      await untilDone(files.write(locate(paths, inside), content));
    },
    collect: async (inside, target, options) => await files.collect(locate(paths, inside), target, options),
    watch: (inside, onVersion) =>
      files.watch(locate(paths, inside), (version) => onVersion({ path: inside, ...version })),
    signal: (name) => {
      for (const command of launched) command.signal(name);
    },
    usage: async () => ({ ...(parts.usage?.() ?? (await meter.read())), diskBytes: await files.diskUse() }),
    handOver: async ({ maxBytes }) => {
      await endCommands();
      return await files.handOver(maxBytes);
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

/** @throws UsageError for a path that is in none of the shared folders. */
function locate(paths: SandboxPaths, inside: string): FilePlace {
  for (const folder of sharedFolders) {
    const relative = posix.relative(paths[folder], inside);
    if (!relative.startsWith("..") && posix.isAbsolute(inside)) return { folder, relative };
  }
  throw new UsageError(`${inside} is not in ${paths.submission}, ${paths.code} or ${paths.logs}.`);
}

function environmentOf({ spec, paths, temporary, path = systemPath }: SandboxParts): Record<string, string> {
  return {
    PATH: [...(spec.programFolders ?? []), path].join(":"),
    LANG: "C.UTF-8",
    USER: "agent",
    HOME: temporary,
    TMPDIR: temporary,
    DATA_DIR: paths.data,
    SUBMISSION_DIR: paths.submission,
    CODE_DIR: paths.code,
    LOGS_DIR: paths.logs,
    ...spec.environment,
  };
}
