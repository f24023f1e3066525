import { z } from "zod";
import { agentHome } from "../../contracts/home-paths.ts";
import { agentEnvironment, environmentSettings } from "../agent-environment.ts";
import { type AgentKind, defineAgent } from "../agent-kind.ts";
import { exactVersion } from "../installation/exact-version.ts";
import { codingEvents } from "./coding-events.ts";
import { nodeInside } from "./coding-session.ts";
import type { CodingAgentDescription } from "./description.ts";
import { requireInstalled } from "./require-installed.ts";
import { runCodingAgent } from "./run-coding-agent.ts";

/** An agent that is a program of others, unchanged: it works in the sandbox, and its model is all that it reaches. */
export function defineCodingAgent(description: CodingAgentDescription): AgentKind {
  const { name, title, protocol, package: its } = description;
  return defineAgent({
    name,
    summary: `${title}, unchanged and without a terminal`,
    needs: needsOf(description),
    takesModel: true,
    needsModel: true,
    package: its,
    settings: z.strictObject({
      version: z
        .string()
        .refine((text) => exactVersion.test(text), "expected an exact version, such as 1.2.3")
        .default(its.version)
        .describe(`which installed version of ${its.name} to run; it speaks ${protocol}`),
      ...environmentSettings,
    }),
    parts: async ({ version }) => {
      const { sha256 } = requireInstalled(description, version);
      return { versions: { package: its.name, version, sha256 } };
    },
    create: async ({ label, settings }) => {
      const { folder } = requireInstalled(description, settings.version);
      const environment = agentEnvironment(settings);
      return {
        name: label,
        secrets: settings.pass_environment,
        events: codingEvents,
        needs: async () => ({ readOnly: { [agentHome]: folder, [nodeInside]: process.execPath }, environment }),
        act: async (task) => await runCodingAgent(description, task),
      };
    },
  });
}

/** What must be in place for it to work, one phrase each. */
export function needsOf({ name, package: { registry }, needs = [] }: CodingAgentDescription): readonly string[] {
  return [
    "a model (--model)",
    `\`mlebench agents install ${name}\``,
    `in docker an image with ${registry === "npm" ? "glibc and libstdc++" : "Python"}`,
    ...needs,
  ];
}
