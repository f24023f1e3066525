import { UsageError } from "../../lib/errors.ts";

/**
 * The container engine's unix socket: the one that is named, else the one in `DOCKER_HOST`, else Docker's own.
 *
 * @throws UsageError when `DOCKER_HOST` names something other than a unix socket.
 */
export function engineSocket(named?: string): string {
  if (named !== undefined) return named;
  const host = process.env.DOCKER_HOST ?? "";
  if (host === "") return "/var/run/docker.sock";
  if (host.startsWith("unix://")) return host.slice("unix://".length);
  throw new UsageError(
    `DOCKER_HOST is ${host}, but container engines are reached through a unix socket only: unix:///path/docker.sock.`,
  );
}
