import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { agentsDirectory } from "../../facts/data-directory.ts";

const installationRecord = z.object({
  name: z.string(),
  registry: z.enum(["npm", "pip"]),
  package: z.string(),
  version: z.string(),
  /** Of everything that was installed, the packages that it depends on included. */
  sha256: z.string(),
  files: z.int(),
  bytes: z.int(),
  installedAt: z.string(),
  /** Where it runs, such as `linux-x64`: some agents are native programs. */
  platform: z.string(),
});
export type InstallationRecord = z.infer<typeof installationRecord>;

/** An agent in the folder of installed agents. */
export interface InstalledAgent extends InstallationRecord {
  /** What is mounted into sandboxes. */
  readonly folder: string;
}

export const installationFiles = { record: "installed.json", content: "files" } as const;

/** Where a version of an agent is installed, or would be. */
export function installationFolder(agent: string, version: string): string {
  return join(agentsDirectory(), agent, version);
}

/** Null when it is not installed. Folders are complete or absent. */
export function findInstalled(agent: string, version: string): InstalledAgent | null {
  const folder = installationFolder(agent, version);
  const file = join(folder, installationFiles.record);
  if (!existsSync(file)) return null;
  const record = installationRecord.parse(JSON.parse(readFileSync(file, "utf8")));
  return { ...record, folder: join(folder, installationFiles.content) };
}

/** Every installed version of an agent. */
export function listInstalled(agent: string): InstalledAgent[] {
  const folder = join(agentsDirectory(), agent);
  const versions = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
  return versions.sort().flatMap((version) => findInstalled(agent, version) ?? []);
}
