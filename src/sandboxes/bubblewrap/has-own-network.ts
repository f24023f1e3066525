import { accessSync, constants } from "node:fs";
import path from "node:path";
import { systemPath } from "../shared/system-path.ts";

/** The program that carries connections between a network namespace and the host's network, without the rights of root. */
export const carrier = "slirp4netns";

/** Through it a namespace gets an interface. */
const tunnel = "/dev/net/tun";

let isPresent: boolean | undefined;

/**
 * Whether commands with an open network get a network of their own, from which the host's loopback addresses and abstract
 * sockets cannot be reached. Otherwise they share the host's.
 */
export function hasOwnNetwork(): boolean {
  isPresent ??=
    process.platform === "linux" &&
    isAllowed(tunnel, constants.R_OK | constants.W_OK) &&
    systemPath.split(":").some((folder) => isAllowed(path.join(folder, carrier), constants.X_OK));
  return isPresent;
}

function isAllowed(file: string, rights: number): boolean {
  try {
    accessSync(file, rights);
    return true;
  } catch {
    return false;
  }
}
