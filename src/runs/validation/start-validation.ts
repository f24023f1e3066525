import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { defaultEdition, type Edition } from "../../facts/editions.ts";
import { unpackSample } from "../../facts/public-sample.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { type ListenPlace, listening, stopServer } from "../../lib/http-server.ts";
import { RehearsalDesk, type RehearsalDeskOptions } from "../rehearsal/rehearsal-desk.ts";
import { Judge } from "./judge.ts";
import { folderPrefix, removeLeftovers, socketIn } from "./remove-leftovers.ts";
import { type ValidationCall, type ValidationLimits, validationServer } from "./validation-server.ts";
import { writeTools } from "./write-tools.ts";

export interface ValidationOptions {
  readonly competitionId: string;
  /** Default: the first one. */
  readonly edition?: Edition;
  /** The sample submission in the public data, possibly in an archive; see `publicSample`. */
  readonly samplePath: string;
  /** Called for every accepted call before it is answered. */
  readonly onCall: (call: ValidationCall) => void | Promise<void>;
  /** The rehearsals whose answers score an agent's predictions, those of the first at `/rehearse`. Default: none. */
  readonly rehearsal?: RehearsalDeskOptions | null;
  /** Also listen on a free port of 127.0.0.1, for sandboxes that share the host's network; see `sharesHostNetwork`. */
  readonly listen?: boolean;
  /** A folder for uploads and the unpacked sample. Default: the system's temporary folder. */
  readonly scratch?: string;
  readonly limits?: Partial<ValidationLimits>;
}

/** A running validation: it answers agents whether a submission is valid. */
export interface Validation extends AsyncDisposable {
  /** A unix socket for HTTP. */
  readonly socket: string;
  /** The same on a port of the host, `http://127.0.0.1:<port>`; null without `listen`. */
  readonly url: string | null;
  /** The folder with the programs that sandboxes mount. */
  readonly tools: string;
  /** Answers about files of this machine as about those that an agent sends. */
  readonly judge: Judge;
  /** Stops open calls and removes all files. May be called again. */
  close(): Promise<void>;
}

export const defaultLimits: ValidationLimits = {
  intervalMs: 1000,
  burst: 5,
  atOnce: 4,
  bodyBytes: 2 ** 30,
  uploadMs: 120_000,
  checkMs: 120_000,
  memoryMb: Math.max(1024, Math.min(8192, Math.floor(totalmem() / 4 / 2 ** 20))),
};

/** The path of a socket has at most 107 bytes, 103 on macOS. */
const longestSocket = 100;

/**
 * Starts the server that agents ask whether a file would be scored. It judges by public data only: the sample submission
 * stands in for the answers, which it cannot open. It never reveals a score, except that of a rehearsal.
 *
 * @throws MissingData when the sample submission cannot be read.
 */
export async function startValidation(options: ValidationOptions): Promise<Validation> {
  const { competitionId, edition = defaultEdition } = options;
  const parent = shortParent();
  await removeLeftovers(parent);
  const root = await mkdtemp(join(parent, folderPrefix));
  const scratch =
    options.scratch === undefined ? join(root, "scratch") : await mkdtemp(join(options.scratch, "validation-"));
  const ending = new AbortController();
  const servers: Server[] = [];
  let settled: () => Promise<unknown> = async () => undefined;
  const end = async (): Promise<void> => {
    ending.abort(new Error("The run has ended."));
    await Promise.all(servers.map(stopServer));
    await settled();
    await removeTree(scratch);
    await removeTree(root);
  };
  try {
    const socket = socketIn(root);
    const tools = join(root, "tools");
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    await mkdir(dirname(socket), { mode: 0o700 });
    await writeTools(tools);
    const limits = { ...defaultLimits, ...options.limits };
    const { signal } = ending;
    const judge = new Judge({
      task: {
        competitionId,
        edition,
        samplePath: await unpackSample(options.samplePath, join(scratch, "sample")),
      },
      limits,
      rehearsal: options.rehearsal ? new RehearsalDesk(options.rehearsal, { competitionId, edition }, limits) : null,
      signal,
    });
    const server = validationServer({ judge, scratch, limits, onCall: options.onCall, signal });
    settled = async () => {
      await server.settled();
      await judge.close();
    };
    const open = async (place: ListenPlace): Promise<Server> => {
      const opened = createAdaptorServer({ fetch: server.fetch, overrideGlobalObjects: false }) as Server;
      // Uploads have their own limit; this one is for requests without an upload.
      opened.requestTimeout = limits.uploadMs + 10_000;
      opened.headersTimeout = 10_000;
      opened.maxConnections = 32;
      await listening(opened, place);
      servers.push(opened);
      return opened;
    };
    await open({ path: socket });
    // The user in the sandbox is a different one.
    await chmod(socket, 0o666);
    const local = options.listen === true ? await open({ port: 0, host: "127.0.0.1" }) : null;
    const url = local === null ? null : `http://127.0.0.1:${(local.address() as AddressInfo).port}`;
    let closed: Promise<void> | undefined;
    const close = (): Promise<void> => {
      closed ??= end();
      return closed;
    };
    return { socket, url, tools, judge, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await end();
    throw error;
  }
}

function shortParent(): string {
  // `mkdtemp` adds six characters.
  const longest = socketIn(join(tmpdir(), `${folderPrefix}abcdef`));
  return Buffer.byteLength(longest) <= longestSocket ? tmpdir() : "/tmp";
}
