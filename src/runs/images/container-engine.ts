import { SandboxUnavailable, UsageError } from "../../lib/errors.ts";
import { type DockerEngine, dockerEngine, messageOf } from "../../sandboxes/docker/engine.ts";

/**
 * The engine that images are built in: at the socket that is named, else where `DOCKER_HOST` says, else at Docker's own
 * place. Docker's or podman's service; no command-line program is needed. Throws, with what to install, when none answers.
 */
export async function containerEngine(socket?: string): Promise<DockerEngine> {
  const engine = dockerEngine(socket ?? socketOfHost(process.env.DOCKER_HOST));
  try {
    const answer = await engine.ask("GET", "/_ping");
    if (answer.status < 400) return engine;
    throw new SandboxUnavailable(`The container engine at ${engine.socket} refuses to work: ${messageOf(answer)}`);
  } catch (error) {
    throw error instanceof SandboxUnavailable && error.cause === undefined ? error : unavailable(error);
  }
}

function socketOfHost(host: string | undefined): string {
  if (host === undefined || host === "") return "/var/run/docker.sock";
  if (host.startsWith("unix://")) return host.slice("unix://".length);
  throw new UsageError(
    `DOCKER_HOST is ${host}; images are built through a unix socket only: unix:///path/docker.sock.`,
  );
}

function unavailable(cause: unknown): SandboxUnavailable {
  const said = cause instanceof Error ? cause.message : String(cause);
  const advice = /EACCES/.test(said)
    ? "You may not use it: join the group `docker`, or run an engine of your own without root (rootless docker, podman)."
    : "Install one and start it (Debian, Ubuntu: `apt-get install docker.io`; or podman with " +
      "`podman system service --time=0 unix:///tmp/podman.sock`), or name its socket with --socket or DOCKER_HOST.";
  return new SandboxUnavailable(`There is no container engine to build images with. ${said}\n${advice}`, { cause });
}
