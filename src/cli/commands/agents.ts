import { resolve } from "node:path";
import type { ContainerFinding } from "../../agents/container/inspect-agents.ts";
import { describeAgents } from "../../agents/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { agentJson, containerAgentJson } from "../json/agent-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import { type StyledText, styled } from "../styled-text.ts";
import type { AgentsOptions } from "./agents.options.ts";

export async function run(options: AgentsOptions): Promise<number> {
  const agents = describeAgents();
  const found = options.agentsDir === undefined ? null : await inspect(options.agentsDir);
  if (options.json) {
    printJson({ agents: agents.map(agentJson), container_agents: found?.map(containerAgentJson) ?? null });
    return exitCodes.done;
  }
  const rows = agents.map(({ name, summary, testOnly, needs, package: its, installed }) => [
    name,
    its === null ? "-" : installed.map(({ version }) => version).join(", ") || "no",
    testOnly ? `test only: ${summary}` : summary,
    needs.join("; ") || "nothing",
  ]);
  print(formatTable(["agent", "installed", "what it does", "needs"], rows));
  note("`mlebench agents show <name>` describes an agent's settings.");
  if (found === null) note("`mlebench agents --agents-dir <dir>` also lists agent folders in upstream's layout.");
  else print(styled`\n${describe(found)}`);
  return exitCodes.done;
}

/** Loads the YAML parser. */
async function inspect(directory: string): Promise<ContainerFinding[]> {
  const { inspectAgents } = await import("../../agents/container/inspect-agents.ts");
  return await inspectAgents(resolve(directory));
}

function describe(found: readonly ContainerFinding[]): StyledText {
  const rows = found.map(({ id, image, problems }) => [id, image ?? "-", problems.join("; ") || "none"]);
  return formatTable(["container agent", "image", "problems"], rows);
}
