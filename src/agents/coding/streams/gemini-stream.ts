import type { CodingEvent } from "../coding-events.ts";
import { type EventFields, ownTotals, textAnswer, toolAnswer, toolResult } from "../event-fields.ts";
import type { EventStream } from "./event-stream.ts";

/** `stream-json` of Gemini CLI. Texts arrive in pieces, which are put together. */
export function geminiStream(): EventStream {
  let pieces = "";
  const takeText = (): CodingEvent[] => {
    const text = pieces;
    pieces = "";
    return textAnswer(text);
  };
  return {
    read: (line) => {
      if (line.at("type").text !== "message") return [...takeText(), ...readOther(line)];
      if (line.at("role").text === "assistant") pieces += line.at("content").text;
      return [];
    },
    end: takeText,
  };
}

function readOther(line: EventFields): CodingEvent[] {
  const id = line.at("tool_id").text;
  const isError = line.at("status").text === "error";
  switch (line.at("type").text) {
    case "tool_use":
      return [toolAnswer(id, line.at("tool_name").text, line.at("parameters").value)];
    case "tool_result":
      return [toolResult(id, line.at("output").text || line.at("error", "message").text, isError)];
    case "error":
      return [{ type: "error", text: line.at("message").text }];
    case "result": {
      const { inputTokens, outputTokens } = tokensOf(line.at("stats"));
      const totals = ownTotals({ inputTokens, outputTokens });
      return isError ? [{ type: "error", text: line.at("error", "message").text }, totals] : [totals];
    }
    default:
      return [];
  }
}

function tokensOf(stats: EventFields) {
  return { inputTokens: stats.at("input_tokens").count, outputTokens: stats.at("output_tokens").count };
}
