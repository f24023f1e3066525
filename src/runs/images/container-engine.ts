import { SandboxUnavailable } from "../../lib/errors.ts";
import { type DockerEngine, dockerEngine, messageOf } from "../../sandboxes/docker/engine.ts";
import { engineSocket } from "../../sandboxes/docker/engine-socket.ts";

/**
 * The engine that builds images, see `engineSocket`: Docker's or podman's service; no command-line program is needed.
 * Throws, with what to install, when none answers.
 */
export async function containerEngine(socket?: string): Promise<DockerEngine> {
  const engine = dockerEngine(engineSocket(socket));
  try {
    const answer = await engine.ask("GET", "/_ping");
    if (answer.status < 400) return engine;
    throw new SandboxUnavailable(`The container engine at ${engine.socket} is not usable: ${messageOf(answer)}`);
  } catch (error) {
    throw error instanceof SandboxUnavailable && error.cause === undefined ? error : unavailable(error);
  }
}

function unavailable(cause: unknown): SandboxUnavailable {
  const said = cause instanceof Error ? cause.message : String(cause);
  const advice = /EACCES/.test(said)
    ? "You lack permission to use it: join the group `docker`, or run your own engine without root (rootless docker, podman)."
    : "Install one and start it (Debian, Ubuntu: `apt-get install docker.io`; or podman with " +
      "`podman system service --time=0 unix:///tmp/podman.sock`), or name its socket with --socket or DOCKER_HOST.";
  return new SandboxUnavailable(`There is no container engine to build images with. ${said}\n${advice}`, { cause });
}
