import path from "node:path";
import type { Sandbox, SandboxRecord, SandboxSpec } from "../../contracts/sandbox.ts";
import { SandboxUnavailable, UsageError } from "../../lib/errors.ts";
import { collectInside, readInside, writeInside } from "./inside-files.ts";
import { type Launch, type LaunchedCommand, superviseCommand } from "./supervise-command.ts";
import { UsageMeter, type UsageSample } from "./usage-meter.ts";
import { watchFile } from "./watch-file.ts";
import { diskUse, type Workspace } from "./workspace.ts";

/** What differs from one kind of sandbox to the next. */
export interface SandboxParts {
  readonly spec: SandboxSpec;
  readonly workspace: Workspace;
  readonly record: SandboxRecord;
  readonly paths: Sandbox["paths"];
  /** The folder for temporary files, seen from inside. */
  readonly temporary: string;
  /** Programs are found where an image says; otherwise where systems have them. */
  readonly ownsPath?: boolean;
  /** See `Sandbox.resolve`. Default: a path is what it is. */
  readonly resolve?: (place: string) => string;
  readonly launch: Launch;
  /** What all commands have taken. Default: the sum of what each one tells. */
  readonly usage?: () => UsageSample;
  /** After the last command has ended. */
  readonly close: () => Promise<void>;
}

/** Where things are in a sandbox that has a file system of its own. */
export const homePaths = {
  data: "/home/data",
  submission: "/home/submission",
  code: "/home/code",
  logs: "/home/logs",
} as const;

/** A sandbox from its parts: time, output and disk limits, files in and out, and the end are the same for every kind. */
export function createSandbox(parts: SandboxParts): Sandbox {
  const { spec, workspace, paths } = parts;
  const opened = performance.now();
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  const launched = new Set<LaunchedCommand>();
  const meter = new UsageMeter();
  let closed: Promise<void> | undefined;

  const locate = (inside: string): [root: string, relative: string] => {
    for (const name of ["submission", "code", "logs"] as const) {
      const relative = path.posix.relative(paths[name], inside);
      if (!relative.startsWith("..") && path.posix.isAbsolute(inside)) {
        return [path.join(workspace.folder, name), relative];
      }
    }
    throw new UsageError(`${inside} is in none of ${paths.submission}, ${paths.code}, ${paths.logs}.`);
  };
  const environment = {
    ...(parts.ownsPath ? {} : { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" }),
    LANG: "C.UTF-8",
    USER: "agent",
    HOME: parts.temporary,
    TMPDIR: parts.temporary,
    DATA_DIR: paths.data,
    SUBMISSION_DIR: paths.submission,
    CODE_DIR: paths.code,
    LOGS_DIR: paths.logs,
    ...spec.environment,
  };
  const dispose = async (): Promise<void> => {
    ending.abort();
    await Promise.allSettled(running);
    await parts.close();
  };

  return {
    record: parts.record,
    paths,
    resolve: parts.resolve ?? ((place) => place),
    run: async (command, options = {}) => {
      if (command.length === 0) throw new UsageError("A command needs at least the name of a program.");
      if (ending.signal.aborted) throw new SandboxUnavailable(`The sandbox of ${spec.name} has been closed.`);
      const leftMs = (spec.limits.wallClockMs ?? Number.POSITIVE_INFINITY) - (performance.now() - opened);
      const result = superviseCommand(parts.launch, command, {
        ...options,
        directory: options.directory ?? paths.code,
        environment: { ...environment, ...options.environment },
        limits: spec.limits,
        leftMs,
        ending: ending.signal,
        diskUse: () => diskUse(workspace),
        onLaunch: (one) => {
          launched.add(one);
          const unfollow = one.usage === undefined ? () => undefined : meter.follow(one.usage);
          return () => {
            launched.delete(one);
            unfollow();
          };
        },
      });
      running.add(result);
      return await result.finally(() => running.delete(result));
    },
    readFile: async (inside, { maxBytes = 2 ** 30 } = {}) => await readInside(...locate(inside), maxBytes),
    writeFile: async (inside, content) => await writeInside(...locate(inside), content, workspace),
    collect: async (inside, target) => await collectInside(...locate(inside), target),
    watch: (inside, onVersion) => watchFile(...locate(inside), (version) => onVersion({ path: inside, ...version })),
    signal: (name) => {
      for (const one of launched) one.signal(name);
    },
    usage: async () => ({ ...(parts.usage?.() ?? (await meter.read())), diskBytes: await diskUse(workspace) }),
    dispose: async () => {
      closed ??= dispose();
      await closed;
    },
    [Symbol.asyncDispose]: async () => {
      closed ??= dispose();
      await closed;
    },
  };
}
