import type { CodingEvent } from "../coding-events.ts";
import { type EventFields, ownTotals, sumOfCounts, textAnswer, toolAnswer, toolResult } from "../event-fields.ts";
import type { EventStream } from "./event-stream.ts";

/** `stream-json` of Claude Code, which others have taken over. `cachedApart`: input tokens are those that no cache had. */
export function claudeStream({ cachedApart }: { readonly cachedApart: boolean }): EventStream {
  return {
    read: (line) => {
      const kind = line.at("type").text;
      if (kind === "assistant") return line.at("message", "content").items.flatMap(readAnswer);
      if (kind === "user") return line.at("message", "content").items.flatMap(readResult);
      return kind === "result" ? readEnd(line, cachedApart) : [];
    },
  };
}

function readAnswer(part: EventFields): CodingEvent[] {
  if (part.at("type").text === "text") return textAnswer(part.at("text").text);
  if (part.at("type").text !== "tool_use") return [];
  return [toolAnswer(part.at("id").text, part.at("name").text, part.at("input").value)];
}

function readResult(part: EventFields): CodingEvent[] {
  if (part.at("type").text !== "tool_result") return [];
  const content = part.at("content");
  const text = content.items.length === 0 ? content.text : content.items.map((item) => item.at("text").text).join("\n");
  return [toolResult(part.at("tool_use_id").text, text, part.at("is_error").isTrue)];
}

/** The usage of a single answer repeats in each of its lines, and is not complete: only the totals count. */
function readEnd(line: EventFields, cachedApart: boolean): CodingEvent[] {
  const usage = line.at("usage");
  const cached = cachedApart ? ["cache_read_input_tokens", "cache_creation_input_tokens"] : [];
  const totals = ownTotals({
    inputTokens: sumOfCounts(...["input_tokens", ...cached].map((name) => usage.at(name).count)),
    outputTokens: usage.at("output_tokens").count,
    cost: line.at("total_cost_usd").cost,
  });
  if (!line.at("is_error").isTrue) return [totals];
  return [{ type: "error", text: line.at("result").text || line.at("error").text || line.at("subtype").text }, totals];
}
