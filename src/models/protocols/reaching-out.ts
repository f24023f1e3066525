import { asRecord, asRecords, asText, type LooseRecord } from "./loose-json.ts";

/** The records of a list, or the one that stands in its place. */
export function recordsOf(value: unknown): readonly LooseRecord[] {
  return Array.isArray(value) ? asRecords(value) : [asRecord(value)];
}

/** All records in a conversation that are reached through these members. */
export function nestedRecords(value: unknown, members: readonly string[]): readonly LooseRecord[] {
  const records = recordsOf(value);
  const inner = records.flatMap((record) =>
    members.flatMap((name) => (typeof record[name] === "object" ? nestedRecords(record[name], members) : [])),
  );
  return [...records, ...inner];
}

/** The types of tools that are not known to run on the client's side, or within the model. */
export function foreignTypes(tools: unknown, isKnown: (type: string, tool: LooseRecord) => boolean): readonly string[] {
  return (tools === undefined || tools === null ? [] : recordsOf(tools))
    .filter((tool) => !isKnown(asText(tool.type), tool))
    .map((tool) => asText(tool.type) || asText(tool.name) || "a tool without a type");
}

/** Members of a request that are set, by name. */
export function membersSet(request: LooseRecord, names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const value = request[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false;
  });
}

/** Whether the text is an address to load from, and not the content itself. */
function isAddress(value: unknown): boolean {
  return typeof value === "string" && /^\s*(?!data:)[a-z][a-z0-9+.-]*:/i.test(value);
}

/** Members in which OpenAI's protocols and their relatives take content by its address. */
const contentMembers = ["image_url", "video_url", "audio_url", "file_url", "file_data"];

/** The content of a conversation in OpenAI's protocols that the provider would load from an address. */
export function linkedContent(conversation: unknown): readonly string[] {
  return nestedRecords(conversation, ["content", "output", "file"]).flatMap((part) =>
    contentMembers.filter((name) => isAddress(part[name]) || isAddress(asRecord(part[name]).url)),
  );
}
