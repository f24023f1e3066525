import type { CodingEvent } from "../coding-events.ts";
import { type EventFields, ownTotals, textAnswer, toolAnswer, toolResult } from "../event-fields.ts";
import type { EventStream } from "./event-stream.ts";

/** `codex exec --json`: items of the conversation, each with its start or its completion or both. */
export function codexStream(): EventStream {
  const started = new Set<string>();
  const start = (item: EventFields): CodingEvent[] => {
    const id = item.at("id").text;
    if (!isTool(item) || started.has(id)) return [];
    started.add(id);
    return [toolAnswer(id, item.at("type").text, argumentsOf(item))];
  };
  return {
    read: (line) => {
      const kind = line.at("type").text;
      const item = line.at("item");
      if (kind === "item.started") return start(item);
      if (kind === "item.completed") return [...start(item), ...completed(item)];
      if (kind === "turn.completed") return [totalsOf(line.at("usage"))];
      if (kind === "turn.failed") return [{ type: "error", text: line.at("error", "message").text }];
      return kind === "error" ? [{ type: "error", text: line.at("message").text }] : [];
    },
  };
}

function isTool(item: EventFields): boolean {
  return !["agent_message", "reasoning", "error", "todo_list"].includes(item.at("type").text);
}

function completed(item: EventFields): CodingEvent[] {
  const kind = item.at("type").text;
  if (kind === "agent_message") return textAnswer(item.at("text").text);
  if (kind === "error") return [{ type: "error", text: item.at("message").text }];
  if (!isTool(item)) return [];
  const text = ["aggregated_output", "result", "error", "changes"].map((name) => item.at(name).text).find(Boolean);
  return [toolResult(item.at("id").text, text ?? "", item.at("status").text === "failed")];
}

function argumentsOf(item: EventFields): unknown {
  const given = ["command", "arguments", "query", "changes"].flatMap((name) => {
    const { value } = item.at(name);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

function totalsOf(usage: EventFields): CodingEvent {
  return ownTotals({ inputTokens: usage.at("input_tokens").count, outputTokens: usage.at("output_tokens").count });
}
