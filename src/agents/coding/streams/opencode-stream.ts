import type { CodingEvent } from "../coding-events.ts";
import { type EventFields, textAnswer, toolAnswer, toolResult } from "../event-fields.ts";
import type { EventStream } from "./event-stream.ts";
import { StepTotals } from "./step-totals.ts";

/** `opencode run --format json`: parts of messages, tools when they are done. */
export function opencodeStream(): EventStream {
  const totals = new StepTotals();
  return {
    read: (line) => {
      const part = line.at("part");
      const tokens = part.at("tokens");
      switch (line.at("type").text) {
        case "text":
          return textAnswer(part.at("text").text);
        case "tool_use":
          return readTool(part);
        case "error":
          return [{ type: "error", text: line.at("error", "data", "message").text || line.at("error").text }];
        case "step_finish":
          totals.add(
            [tokens.at("input"), tokens.at("cache", "read"), tokens.at("cache", "write")],
            tokens.at("output"),
            part.at("cost"),
          );
          return [];
        default:
          return [];
      }
    },
    end: totals.end,
  };
}

function readTool(part: EventFields): CodingEvent[] {
  const id = part.at("callID").text;
  const state = part.at("state");
  const isError = state.at("status").text === "error";
  return [
    toolAnswer(id, part.at("tool").text, state.at("input").value),
    toolResult(id, state.at(isError ? "error" : "output").text, isError),
  ];
}
