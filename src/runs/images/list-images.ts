import { z } from "zod";
import { BenchError, MissingData, UsageError } from "../../lib/errors.ts";
import { type DockerEngine, messageOf } from "../../sandboxes/docker/engine.ts";
import { labels } from "./image-labels.ts";

/** An image that mlebench built. */
export interface ListedImage {
  readonly name: string;
  readonly id: string;
  /** Null for an environment. */
  readonly agentId: string | null;
  /** The version of this package that built it. */
  readonly version: string;
  readonly created: Date;
  /** The size of all its layers, including those shared with other images. */
  readonly bytes: number;
}

const listed = z.array(
  z.object({
    Id: z.string(),
    RepoTags: z.array(z.string()).nullable(),
    Labels: z.record(z.string(), z.string()).nullable(),
    Created: z.number(),
    Size: z.number(),
  }),
);
const inspected = z.object({
  Config: z.object({ Labels: z.record(z.string(), z.string()).nullish() }).nullish(),
});

/** The images with our labels, sorted by name. */
export async function listImages(engine: DockerEngine): Promise<ListedImage[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [labels.version] }));
  const found = listed.parse(await engine.demand("GET", `/images/json?filters=${filters}`));
  return found
    .flatMap(({ Id, RepoTags, Labels, Created, Size }) =>
      (RepoTags ?? [])
        .filter((name) => !name.startsWith("<none>"))
        .map((name) => ({
          // podman adds a prefix to local images.
          name: name.replace(/^(?:localhost|docker\.io\/library)\//, "").replace(/:latest$/, ""),
          id: Id,
          agentId: Labels?.[labels.agent] ?? null,
          version: Labels?.[labels.version] ?? "",
          created: new Date(Created * 1000),
          bytes: Size,
        })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Removes an image that mlebench built. If other images are based on it, it only loses its name. */
export async function removeImage(engine: DockerEngine, name: string): Promise<void> {
  const place = `/images/${encodeURIComponent(name)}`;
  const found = await engine.ask("GET", `${place}/json`);
  if (found.status === 404) {
    throw new MissingData(`There is no image ${name}. \`mlebench image list\` shows all images.`);
  }
  if (found.status >= 400)
    throw new BenchError("image-not-removed", `${name} cannot be inspected: ${messageOf(found)}`);
  if (inspected.parse(found.body).Config?.Labels?.[labels.version] === undefined) {
    throw new UsageError(`${name} was not built by mlebench, so it is not removed.`);
  }
  const answer = await engine.ask("DELETE", place);
  if (answer.status >= 400) {
    throw new BenchError("image-not-removed", `The image ${name} was not removed: ${messageOf(answer)}`);
  }
}
