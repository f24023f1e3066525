import type { ModelRequest, ModelTool, ToolCall } from "../../contracts/model.ts";

/**
 * A tool call of a script: a tool by name with its arguments, or `shell` with a command as text, which becomes a call of
 * whichever shell tool the request offers. So one script drives agents that name their tools differently.
 */
export function scriptedToolCall(
  call: Readonly<Record<string, unknown>>,
  { tools = [] }: ModelRequest,
  id: string,
): ToolCall {
  const [name, given] = Object.entries(call)[0]!;
  const shell = name === "shell" && typeof given === "string" ? findShell(tools) : undefined;
  if (shell !== undefined) return { id, name: shell.name, arguments: shellArguments(shell, given as string) };
  return { id, name, arguments: given ?? {} };
}

/** By what agents call it, the likeliest first. */
const shellNames =
  /^(bash|shell|exec_command|shell_command|local_shell|run_shell_command|run_commands?|execute_command|execute|terminal|exec)$/i;

function findShell(tools: readonly ModelTool[]): ModelTool | undefined {
  const named = tools.find(({ name }) => shellNames.test(name));
  return named ?? tools.find((tool) => ["command", "cmd"].some((name) => name in propertiesOf(tool)));
}

interface Property {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly { readonly type?: unknown }[];
}

function propertiesOf({ parameters }: ModelTool): Readonly<Record<string, Property>> {
  return (parameters.properties ?? {}) as Record<string, Property>;
}

/** Fills in what the tool requires besides the command. */
function shellArguments(tool: ModelTool, command: string): Record<string, unknown> {
  const required = Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  const filled = Object.entries(propertiesOf(tool)).flatMap(([name, property]) => {
    const isList = typeOf(property) === "array";
    if (name === "command" || name === "cmd") return [[name, isList ? ["bash", "-lc", command] : command]];
    if (name === "commands") return [[name, isList ? [command] : command]];
    return required.includes(name)
      ? [[name, property.enum?.[0] ?? defaults[typeOf(property)] ?? "a scripted command"]]
      : [];
  });
  return filled.length === 0 ? { command } : Object.fromEntries(filled);
}

const defaults: Readonly<Record<string, unknown>> = {
  boolean: false,
  number: 60_000,
  integer: 60_000,
  array: [],
  object: {},
};

function typeOf(property: Property): string {
  const type = property.type ?? property.anyOf?.[0]?.type;
  return String(Array.isArray(type) ? type[0] : type).toLowerCase();
}
