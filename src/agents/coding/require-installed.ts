import { MissingData } from "../../lib/errors.ts";
import { findInstalled, type InstalledAgent } from "../installation/installed-agent.ts";
import type { CodingAgentDescription } from "./description.ts";

/** @throws MissingData with the command that installs it. */
export function requireInstalled({ name }: Pick<CodingAgentDescription, "name">, version: string): InstalledAgent {
  const installed = findInstalled(name, version);
  if (installed !== null) return installed;
  throw new MissingData(
    `The agent ${name} ${version} is not installed. Run \`mlebench agents install ${name}@${version}\`.`,
  );
}
