import { lstatSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { removeTree } from "../../lib/files/remove-tree.ts";

/** The beginning of the names of validations' folders. */
export const folderPrefix = "mlebench-validation-";

/** The socket in a validation's folder. */
export const socketIn = (folder: string): string => join(folder, "socket", "validate.sock");

/** Removes the folders of validations whose process was killed: nothing listens on their socket. */
export async function removeLeftovers(parent: string): Promise<void> {
  const names = readdirSync(parent).filter((name) => name.startsWith(folderPrefix));
  const removed = names
    .map((name) => join(parent, name))
    .map(async (folder) => {
      if (isOurs(folder) && (await isUnused(socketIn(folder)))) await removeTree(folder);
    });
  // Two processes may find the same folder, so a failure to remove one is ignored.
  await Promise.allSettled(removed);
}

/** All users can write to the temporary folder, so only our own folders count, and only if they are not new. */
function isOurs(folder: string): boolean {
  const socket = lstatSync(socketIn(folder), { throwIfNoEntry: false });
  const isOld = socket?.isSocket() === true && Date.now() - socket.mtimeMs > 10_000;
  return isOld && lstatSync(folder).uid === process.getuid?.();
}

function isUnused(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket, () => {
      client.destroy();
      resolve(false);
    });
    client.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}
