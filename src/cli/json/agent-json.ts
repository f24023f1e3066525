import type { ContainerFinding } from "../../agents/container/inspect-agents.ts";
import type { AgentDescription } from "../../agents/index.ts";
import type { InstalledAgent } from "../../agents/installation/installed-agent.ts";
import type { Setting } from "../../agents/settings/list-settings.ts";

/** A built-in agent. */
export function agentJson(agent: AgentDescription) {
  const { name, summary, needs, testOnly, ownImage, settings, package: its, installed } = agent;
  return {
    name,
    summary,
    needs,
    test_only: testOnly,
    own_image: ownImage,
    package: its === null ? null : { registry: its.registry, name: its.name, version: its.version },
    installed: installed.map(installedAgentJson),
    settings: settings.map(settingJson),
  };
}

/** A version of an agent in the folder of installed agents. */
export function installedAgentJson({ version, sha256, files, bytes, installedAt, folder }: InstalledAgent) {
  return { version, sha256, files, bytes, installed_at: installedAt, folder };
}

function settingJson({ name, type, required, default: preset, description }: Setting) {
  return { name, type, required, default: preset ?? null, description };
}

/** An agent in a folder of upstream's layout. */
export function containerAgentJson({ id, config, image, secrets, privileged, problems }: ContainerFinding) {
  return { agent_id: id, config, image, secrets, privileged, problems };
}

/** What `agents install` did. */
export function installationJson(agent: string, installed: InstalledAgent & { readonly wasThere: boolean }) {
  return { agent, was_there: installed.wasThere, ...installedAgentJson(installed) };
}
