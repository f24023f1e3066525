import type { SandboxProvider } from "../contracts/sandbox.ts";
import { UsageError } from "../lib/errors.ts";
import { bubblewrapSandboxes } from "./bubblewrap/bubblewrap.ts";
import type { DockerOptions } from "./docker/container.ts";
import { dockerSandboxes } from "./docker/docker.ts";
import { localSandboxes } from "./local/local.ts";

/** Every kind of sandbox, the strongest that needs no further settings first. */
export const sandboxNames = ["bubblewrap", "docker", "local"] as const;

/** The sandbox of a name. Docker needs to know at least its image. */
export function sandboxNamed(name: string, docker?: DockerOptions): SandboxProvider {
  switch (name) {
    case "bubblewrap":
      return bubblewrapSandboxes();
    case "local":
      return localSandboxes();
    case "docker":
      if (docker === undefined) throw new UsageError("The sandbox `docker` needs an image.");
      return dockerSandboxes(docker);
    default:
      throw new UsageError(`There is no sandbox \`${name}\`; there are ${sandboxNames.join(", ")}.`);
  }
}

/** Bubblewrap where it works, otherwise `local` with the reason: whoever runs agents decides whether that will do. */
export async function defaultSandbox(): Promise<{ provider: SandboxProvider; insteadBecause: string | null }> {
  const bubblewrap = bubblewrapSandboxes();
  const reason = await bubblewrap.unavailable();
  return { provider: reason === null ? bubblewrap : localSandboxes(), insteadBecause: reason };
}
