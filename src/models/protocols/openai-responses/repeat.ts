import { asRecord, asRecords, asText, type LooseRecord } from "../loose-json.ts";
import { printEvent } from "../server-sent-events.ts";

type Event = readonly [type: string, members: object];

/** See `Conversation.repeat`. */
export function repeatResponse(body: unknown): string {
  const response = asRecord(body);
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  const events: readonly Event[] = [
    ["created", { response: begun }],
    ["in_progress", { response: begun }],
    ...asRecords(response.output).flatMap(itemEvents),
    [asText(response.status) || "completed", { response }],
  ];
  const print = ([name, members]: Event, sequence_number: number): string => {
    const type = `response.${name}`;
    return printEvent({ type, sequence_number, ...members }, type);
  };
  return events.map(print).join("");
}

/** What arrives in pieces, by the type of the item or part: the name of its events, and the member that grows. */
const pieces: Readonly<Record<string, readonly [event: string, member: string]>> = {
  output_text: ["output_text", "text"],
  refusal: ["refusal", "refusal"],
  summary_text: ["reasoning_summary_text", "text"],
  function_call: ["function_call_arguments", "arguments"],
  custom_tool_call: ["custom_tool_call_input", "input"],
};

function itemEvents(item: LooseRecord, output_index: number): Event[] {
  const place = { item_id: item.id, output_index };
  const { content, summary } = item;
  const status = item.status === undefined ? {} : { status: "in_progress" };
  const lists = {
    ...(content === undefined ? {} : { content: [] }),
    ...(summary === undefined ? {} : { summary: [] }),
  };
  const parts = (list: unknown, name: string, index: string): Event[] =>
    asRecords(list).flatMap((part, at) => partEvents(part, name, { ...place, [index]: at }));
  return [
    ["output_item.added", { output_index, item: { ...emptied(item), ...lists, ...status } }],
    ...parts(summary, "reasoning_summary_part", "summary_index"),
    ...parts(content, "content_part", "content_index"),
    ...pieceEvents(item, place),
    ["output_item.done", { output_index, item }],
  ];
}

function partEvents(part: LooseRecord, name: string, place: object): Event[] {
  return [
    [`${name}.added`, { ...place, part: emptied(part) }],
    ...pieceEvents(part, place),
    [`${name}.done`, { ...place, part }],
  ];
}

function pieceEvents(whole: LooseRecord, place: object): Event[] {
  const [event, member] = pieces[asText(whole.type)] ?? [];
  if (event === undefined || member === undefined) return [];
  return [
    [`${event}.delta`, { ...place, delta: whole[member] }],
    [`${event}.done`, { ...place, [member]: whole[member] }],
  ];
}

function emptied(whole: LooseRecord): LooseRecord {
  const [, member] = pieces[asText(whole.type)] ?? [];
  return member === undefined ? whole : { ...whole, [member]: "" };
}
