import { asRecord, asRecords, type LooseRecord, printArguments } from "../loose-json.ts";
import { printEvent } from "../server-sent-events.ts";
import { targets } from "./gather-message.ts";

/** See `Conversation.repeat`. */
export function repeatAnthropicAnswer(body: unknown): string {
  const { content, stop_reason, stop_sequence, usage, ...message } = asRecord(body);
  const begun = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
  const events = [
    { type: "message_start", message: begun },
    ...asRecords(content).flatMap(blockEvents),
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ];
  return events.map((event) => printEvent(event, event.type)).join("");
}

/** What arrives in pieces is empty at first and then comes in one piece. */
function blockEvents(block: LooseRecord, index: number) {
  const members = Object.entries(targets).filter(([, [, member]]) => block[member] !== undefined);
  const empty = members.map(([, [, member]]) => [member, member === "input" ? {} : ""]);
  const { citations, ...start } = block;
  const deltas = [
    ...members.map(([type, [piece, member]]) => ({ type, [piece]: printArguments(block[member]) })),
    ...asRecords(citations).map((citation) => ({ type: "citations_delta", citation })),
  ];
  const content_block = { ...start, ...Object.fromEntries(empty) };
  return [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}
