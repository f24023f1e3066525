import type { Voice } from "./text-rules.ts";

/** Kinds of an agent's own events, and of blocks in messages, that say what came out of a command. */
const outputs = new Set([
  "result",
  "used-tool",
  "tool_result",
  "function_call_output",
  "error",
  "totals",
  "note",
  "ran",
]);
const ownWords = new Set(["assistant", "model"]);
const told = new Set(["system", "user", "developer"]);

/** The texts in a line of a run's journal or of its calls' bodies, and whose words each is. None if it is not JSON. */
export function voicesIn(json: string): { voice: Voice; text: string }[] {
  const line = parse(json);
  if (typeof line !== "object" || line === null) return [];
  const { type, event, value } = line as { type?: unknown; event?: unknown; value?: unknown };
  const found: { voice: Voice; text: string }[] = [];
  // What the harness wrote itself holds nothing of the agent but answers to its questions.
  if (type === "agent") collect(event, "program", found);
  else if (value !== undefined) {
    collect(value, "program", found);
  }
  return found;
}

function collect(value: unknown, voice: Voice, found: { voice: Voice; text: string }[]): void {
  if (typeof value === "string") found.push({ voice, text: value });
  else if (Array.isArray(value)) {
    for (const each of value) collect(each, voice, found);
  } else if (typeof value === "object" && value !== null) {
    const own = voiceOf(value as Record<string, unknown>, voice);
    for (const each of Object.values(value)) collect(each, own, found);
  }
}

function voiceOf(value: Readonly<Record<string, unknown>>, inherited: Voice): Voice {
  const { role, type } = value;
  if (typeof type === "string" && outputs.has(type)) return "output";
  if (role === "tool" || "functionResponse" in value) return "output";
  if (typeof role === "string" && ownWords.has(role)) return "program";
  if (typeof role === "string" && told.has(role)) return "prompt";
  // The description of a tool.
  if ("description" in value && ("parameters" in value || "input_schema" in value || "inputSchema" in value))
    return "prompt";
  // What a search tells its coders about the task.
  if (type === "started" || type === "message") return "prompt";
  return inherited;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
