import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launcher, nodeForwarder, pythonForwarder } from "../inside/forwarder-scripts.ts";
import { nodeClient, pythonClient, rehearseScript, validateScript } from "./client-scripts.ts";

const texts: Readonly<Record<string, string>> = {
  "launch.sh": launcher,
  "forward.cjs": nodeForwarder,
  "forward.py": pythonForwarder,
  "post.cjs": nodeClient,
  "post.py": pythonClient,
  "validate_submission.sh": validateScript,
  "rehearse.sh": rehearseScript,
  hosts: "127.0.0.1 localhost\n::1 localhost\n",
};

/** Writes the programs for sandboxes into a new folder, readable and executable for all users. */
export async function writeTools(folder: string): Promise<void> {
  await mkdir(folder);
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(folder, name), text.replace(/^\n/, ""));
    await chmod(join(folder, name), 0o755);
  }
  // For `validate_submission.sh` in sandboxes without mounts.
  await symlink(process.execPath, join(folder, "node"));
  await chmod(folder, 0o755);
}
