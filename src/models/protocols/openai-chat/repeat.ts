import { asRecord, asRecords } from "../loose-json.ts";
import { printEvent } from "../server-sent-events.ts";

/** See `Conversation.repeat`. */
export function repeatChatAnswer(body: unknown): string {
  const { choices, usage, ...rest } = asRecord(body);
  const head = { ...rest, object: "chat.completion.chunk" };
  const all = asRecords(choices);
  const said = all.map(({ index, message }) => ({ index, delta: deltaOf(message), finish_reason: null }));
  const ended = all.map(({ index, finish_reason }) => ({ index, delta: {}, finish_reason }));
  const events = [
    { ...head, choices: said },
    { ...head, choices: ended },
    ...(usage === undefined ? [] : [{ ...head, choices: [], usage }]),
    "[DONE]",
  ];
  return events.map((event) => printEvent(event)).join("");
}

function deltaOf(message: unknown) {
  const { tool_calls: calls, ...rest } = asRecord(message);
  return calls === undefined
    ? rest
    : { ...rest, tool_calls: asRecords(calls).map((call, index) => ({ index, ...call })) };
}
