import { lstatSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { removeTree } from "../../lib/files/remove-tree.ts";

/** How the folders of validations begin. */
export const folderPrefix = "mlebench-validation-";

/** The socket in a validation's folder. */
export const socketIn = (folder: string): string => join(folder, "socket", "validate.sock");

/** Removes the folders of validations whose process was killed: nobody listens at their socket any more. */
export async function removeLeftovers(parent: string): Promise<void> {
  const names = readdirSync(parent).filter((name) => name.startsWith(folderPrefix));
  const removed = names
    .map((name) => join(parent, name))
    .map(async (folder) => {
      if (isOurs(folder) && (await isDeserted(socketIn(folder)))) await removeTree(folder);
    });
  // Two processes may find the same folder; what one cannot remove is no reason to stop.
  await Promise.allSettled(removed);
}

/** Everybody may write to the folder for temporary files: only what is our own is looked at, and not what was made just now. */
function isOurs(folder: string): boolean {
  const socket = lstatSync(socketIn(folder), { throwIfNoEntry: false });
  const isOld = socket?.isSocket() === true && Date.now() - socket.mtimeMs > 10_000;
  return isOld && lstatSync(folder).uid === process.getuid?.();
}

function isDeserted(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket, () => {
      client.destroy();
      resolve(false);
    });
    client.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}
