import { execFile } from "node:child_process";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { hashTree } from "../../lib/files/file-tree.ts";
import { withLock } from "../../lib/files/lock-file.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { settleLeftovers } from "../../lib/files/replace-folder.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import type { AgentPackage } from "../agent-package.ts";
import {
  findInstalled,
  type InstallationRecord,
  type InstalledAgent,
  installationFiles,
  installationFolder,
} from "./installed-agent.ts";
import { packageManagers } from "./package-managers.ts";
import { checkProgram, runInstaller } from "./run-installer.ts";

const limits = { bytes: 8 * 2 ** 30, entries: 500_000, advice: "This cannot be an agent's package." };

interface InstallOptions {
  readonly agent: string;
  readonly package: AgentPackage;
  readonly version: string;
  /** What is being done now. */
  readonly onStage: (stage: string) => void;
}

/**
 * Installs a version of an agent, unless it is there. It appears complete or not at all.
 *
 * @throws UsageError when the registry has no such version, MissingData when it or its program cannot be reached.
 */
export async function installAgent(options: InstallOptions): Promise<InstalledAgent & { readonly wasThere: boolean }> {
  const { agent, version } = options;
  const folder = installationFolder(agent, version);
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  return await withLock(join(parent, ".install.lock"), `the installation of ${agent}`, async () => {
    const found = findInstalled(agent, version);
    if (found !== null) return { ...found, wasThere: true };
    await settleLeftovers(parent);
    const staging = temporarySibling(folder);
    try {
      await fill(staging, options);
      await rename(staging, folder);
    } catch (error) {
      await removeTree(staging);
      throw error;
    }
    return { ...findInstalled(agent, version)!, wasThere: false };
  });
}

async function fill(staging: string, options: InstallOptions): Promise<void> {
  const { agent, version, package: its, onStage } = options;
  const content = join(staging, installationFiles.content);
  await mkdir(content, { recursive: true });
  for (const [name, text] of Object.entries(packageManagers[its.registry].files)) {
    await writeFile(join(content, name), text);
  }
  onStage(`Downloading ${its.name} ${version} from ${packageManagers[its.registry].title}`);
  await runInstaller(its, version, content);
  await openToAll(staging);
  onStage("Checking that it starts");
  await checkProgram(its, version, content);
  onStage("Hashing its files");
  const { sha256, files, bytes } = await hashTree(content, limits);
  const record: InstallationRecord = {
    name: agent,
    registry: its.registry,
    package: its.name,
    version,
    ...{ sha256, files, bytes },
    installedAt: new Date().toISOString(),
    platform: `${process.platform}-${process.arch}`,
  };
  await writeFile(join(staging, installationFiles.record), `${JSON.stringify(record, null, 2)}\n`);
}

/** In a sandbox the agent is another user. */
async function openToAll(folder: string): Promise<void> {
  await promisify(execFile)("chmod", ["-R", "a+rX,u+w", folder]);
}
