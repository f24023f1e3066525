import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeAgent } from "../../../src/agents/index.ts";
import type { InstallationRecord } from "../../../src/agents/installation/installed-agent.ts";

/** The record of an installed agent, without its files. */
export function writeInstalledAgent(agentsDirectory: string, name: string): void {
  const { registry, name: package_, version } = describeAgent(name).package!;
  const record: InstallationRecord = {
    ...{ name, registry, package: package_, version },
    ...{ sha256: "0".repeat(64), files: 1, bytes: 1 },
    installedAt: "2026-01-01T00:00:00.000Z",
    platform: "linux-x64",
  };
  mkdirSync(join(agentsDirectory, name, version), { recursive: true });
  writeFileSync(join(agentsDirectory, name, version, "installed.json"), JSON.stringify(record));
}
