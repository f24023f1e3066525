import { type AgentDescription, describeAgent } from "../../agents/index.ts";
import type { Setting } from "../../agents/settings/list-settings.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { exitCodes } from "../exit-codes.ts";
import { agentJson } from "../json/agent-json.ts";
import { formatFields, print, printJson } from "../output.ts";
import { joinLines, type StyledText } from "../styled-text.ts";
import type { AgentsShowOptions } from "./agents-show.options.ts";

export function run(name: string, options: AgentsShowOptions): number {
  const agent = describeAgent(name);
  if (options.json) printJson(agentJson(agent));
  else print(describe(agent));
  return exitCodes.done;
}

function describe({ name, summary, needs, testOnly, settings, package: its, installed }: AgentDescription): StyledText {
  const versions = installed.map(({ version, bytes }) => `${version} (${formatBytes(bytes)})`);
  const about = formatFields(name, [
    ["what", testOnly ? `${summary} (test only)` : summary],
    ["needs", needs.join("\n") || "nothing"],
    ...(its === null ? [] : [["package", `${its.name} ${its.version} (${its.registry})`] as const]),
    ...(its === null ? [] : [["installed", versions.join("\n") || `no: mlebench agents install ${name}`] as const]),
    ["settings", settings.length === 0 ? "none" : "--set key=value, or --settings FILE (YAML or JSON)"],
  ]);
  return joinLines([about, ...settings.map((setting) => `\n${describeSetting(setting)}`)]);
}

function describeSetting({ name, type, required, default: preset, description }: Setting): string {
  const value = required ? "required" : preset === undefined ? "optional" : `default ${JSON.stringify(preset)}`;
  return `  ${name}  ${type}, ${value}\n    ${description}`;
}
