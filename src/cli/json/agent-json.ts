import type { ContainerFinding } from "../../agents/container/inspect-agents.ts";
import type { AgentDescription } from "../../agents/index.ts";
import type { Setting } from "../../agents/settings/list-settings.ts";

/** A built-in agent. */
export function agentJson({ name, summary, needs, testOnly, ownImage, settings }: AgentDescription) {
  return {
    name,
    summary,
    needs,
    test_only: testOnly,
    own_image: ownImage,
    settings: settings.map(settingJson),
  };
}

function settingJson({ name, type, required, default: preset, description }: Setting) {
  return { name, type, required, default: preset ?? null, description };
}

/** An agent in a folder of upstream's layout. */
export function containerAgentJson({ id, config, image, secrets, privileged, problems }: ContainerFinding) {
  return { agent_id: id, config, image, secrets, privileged, problems };
}
