import type { InstalledAgent } from "../../agents/installation/installed-agent.ts";
import type { CoderKind } from "../../agents/search/coders/coder-kind.ts";
import { installedAgentJson } from "./agent-json.ts";

/** What can write the programs of a search. */
export function coderJson({ name, summary, needs, package: its }: CoderKind, installed: readonly InstalledAgent[]) {
  return {
    name,
    summary,
    needs,
    package: its === undefined ? null : { registry: its.registry, name: its.name, version: its.version },
    installed: installed.map(installedAgentJson),
  };
}
