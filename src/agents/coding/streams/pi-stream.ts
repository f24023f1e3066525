import type { CodingEvent } from "../coding-events.ts";
import { type EventFields, textAnswer, toolAnswer, toolResult } from "../event-fields.ts";
import type { EventStream } from "./event-stream.ts";
import { StepTotals } from "./step-totals.ts";

/** `pi --mode json`: messages, of which only the end counts. */
export function piStream(): EventStream {
  const totals = new StepTotals();
  return {
    read: (line) => {
      const message = line.at("message");
      if (line.at("type").text !== "message_end") return [];
      if (message.at("role").text === "toolResult") return [readResult(message)];
      if (message.at("role").text !== "assistant") return [];
      const usage = message.at("usage");
      const inputs = ["input", "cacheRead", "cacheWrite"].map((name) => usage.at(name));
      totals.add(inputs, usage.at("output"), usage.at("cost", "total"));
      const failure = message.at("errorMessage").text;
      const answers = message.at("content").items.flatMap(readAnswer);
      return failure === "" ? answers : [...answers, { type: "error", text: failure }];
    },
    end: totals.end,
  };
}

function readAnswer(part: EventFields): CodingEvent[] {
  if (part.at("type").text === "text") return textAnswer(part.at("text").text);
  if (part.at("type").text !== "toolCall") return [];
  return [toolAnswer(part.at("id").text, part.at("name").text, part.at("arguments").value)];
}

function readResult(message: EventFields): CodingEvent {
  const text = message.at("content").items.map((item) => item.at("text").text);
  return toolResult(message.at("toolCallId").text, text.join("\n"), message.at("isError").isTrue);
}
