import type { AgentDescription } from "../../agents/index.ts";

/** A built-in agent, for `--json`. */
export function agentJson({ name, summary, needs, testOnly, ownImage, settings }: AgentDescription) {
  return {
    name,
    summary,
    needs,
    test_only: testOnly,
    own_image: ownImage,
    settings: settings.map((setting) => ({ ...setting, default: setting.default ?? null })),
  };
}
