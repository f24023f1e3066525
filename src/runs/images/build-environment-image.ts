import { packageVersion } from "../../lib/package-version.ts";
import type { DockerEngine } from "../../sandboxes/docker/engine.ts";
import { environmentImage } from "../../sandboxes/docker/environment-image.ts";
import { buildImage } from "./build-image.ts";
import { environmentFolder } from "./environment-folder.ts";
import { labels } from "./image-labels.ts";

/** How the environment is built. */
export interface EnvironmentOptions {
  /** Default: `environmentImage`, which agents' Dockerfiles begin with. */
  readonly name?: string;
  /** The base image. Default: the Dockerfile's. */
  readonly base?: string;
  /** Whether to install the long list of Python packages. Default: yes. */
  readonly heavy?: boolean;
  /** Without network and without installing anything: the image has only what its base has. */
  readonly offline?: boolean;
  /** See `BuildRequest`. Default: none when offline, otherwise the engine's. */
  readonly network?: string;
  readonly buildArguments?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

/** A built image. */
export interface BuiltImage {
  readonly name: string;
  readonly id: string;
}

/** Builds the image that agents work in, from the folder `environment` of this package. */
export async function buildEnvironmentImage(engine: DockerEngine, options: EnvironmentOptions): Promise<BuiltImage> {
  const name = options.name ?? environmentImage;
  const network = options.network ?? (options.offline === true ? "none" : undefined);
  const id = await buildImage(engine, {
    name,
    title: `The image ${name}`,
    labels: { [labels.version]: packageVersion() },
    context: environmentFolder(),
    dockerfile: "Dockerfile",
    buildArguments: {
      INSTALL_HEAVY_DEPENDENCIES: String(options.heavy ?? true),
      OFFLINE: String(options.offline ?? false),
      ...(options.base === undefined ? {} : { BASE_IMAGE: options.base }),
      ...options.buildArguments,
    },
    ...(network === undefined ? {} : { network }),
    ...(options.onLine === undefined ? {} : { onLine: options.onLine }),
  });
  return { name, id };
}
