import type { ToolCall } from "../contracts/model.ts";

/**
 * A tool call as a reader of the run's log sees it.
 *
 * @example "> bash\n  command: ls -l"
 */
export function describeCall({ name, arguments: given }: ToolCall): string {
  if (typeof given !== "object" || given === null) return `> ${name} ${JSON.stringify(given)}`;
  const lines = Object.entries(given).map(([key, value]) => {
    const text = typeof value === "string" ? value.trimEnd() : JSON.stringify(value);
    return text.includes("\n") ? `  ${key}:\n${text.replace(/^/gm, "    ")}` : `  ${key}: ${text}`;
  });
  return [`> ${name}`, ...lines].join("\n");
}
