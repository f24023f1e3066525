import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../lib/errors.ts";

/** Every config.yaml at or below a folder, sorted by path. Skips hidden folders and `node_modules`. */
export async function findConfigs(directory: string): Promise<string[]> {
  const children = await readdir(directory, { withFileTypes: true }).catch((cause) => {
    throw new UsageError(`The agent folder ${directory} cannot be read: ${(cause as Error).message}`, { cause });
  });
  const found: string[] = [];
  for (const child of children.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, child.name);
    if (child.isFile() && child.name === "config.yaml") found.push(path);
    if (child.isDirectory() && !child.name.startsWith(".") && child.name !== "node_modules") {
      found.push(...(await findConfigs(path)));
    }
  }
  return found;
}
