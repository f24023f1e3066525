import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BenchError } from "../../lib/errors.ts";
import type { DockerEngine } from "../../sandboxes/docker/engine.ts";
import { readBuildOutput } from "./build-output.ts";
import { contextArchive } from "./context-archive.ts";
import { ImageBuildFailed } from "./image-build-failed.ts";

/** What to build. */
export interface BuildRequest {
  /** The image's name. Without one, only its id refers to it. */
  readonly name?: string;
  /** What messages call it. */
  readonly title: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** A folder of the host, and the Dockerfile's path in it. */
  readonly context: string;
  readonly dockerfile: string;
  readonly buildArguments: Readonly<Record<string, string>>;
  /** The network of the build's steps: `none`, `host` or one of the engine's. Default: the engine's own. */
  readonly network?: string;
  /** What the engine prints, line by line. */
  readonly onLine?: (line: string) => void;
}

/**
 * Builds an image and returns its id. Sends the folder to the engine's own builder through its socket, which works with
 * every engine (also Debian's without `buildx`, and podman's service) and needs no other program.
 */
export async function buildImage(engine: DockerEngine, build: BuildRequest): Promise<string> {
  const query = new URLSearchParams({
    dockerfile: build.dockerfile,
    buildargs: JSON.stringify(build.buildArguments),
    labels: JSON.stringify(build.labels ?? {}),
    rm: "1",
    forcerm: "1",
    ...(build.name === undefined ? {} : { t: build.name }),
    ...(build.network === undefined ? {} : { networkmode: build.network }),
  });
  const outgoing = request({
    socketPath: engine.socket,
    path: `/build?${query}`,
    method: "POST",
    headers: { "Content-Type": "application/x-tar" },
    agent: false,
  });
  const content = Readable.from(contextArchive(build.context, build.dockerfile));
  // An engine may reject a build before it has read everything; sending the rest then fails, which is harmless.
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    pipeline(content, outgoing).catch(reject);
  }).catch((cause: unknown) => {
    if (cause instanceof BenchError) throw cause;
    throw new ImageBuildFailed(`${build.title} could not be sent to the engine at ${engine.socket}: ${cause}`, {
      cause,
    });
  });
  return await readBuildOutput(response, build.title, build.onLine ?? (() => undefined));
}
