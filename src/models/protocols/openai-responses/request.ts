import type { ModelMessage, ModelRequest, ToolCall } from "../../../contracts/model.ts";
import { joinText } from "../join-text.ts";
import { asCount, asRecord, asRecords, asText, type LooseRecord, parseArguments } from "../loose-json.ts";
import { declaredTools } from "./tools.ts";

export function readResponsesRequest(body: unknown): ModelRequest {
  const request = asRecord(body);
  const instructions = asText(request.instructions);
  const tools = declaredTools(request).map(({ tool }) => tool);
  const maxOutputTokens = asCount(request.max_output_tokens);
  return {
    messages: [
      ...(instructions === "" ? [] : [{ role: "system", text: instructions } as const]),
      ...readInput(request.input),
    ],
    ...(tools.length > 0 ? { tools } : {}),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
}

/** Text and tool calls of one turn are separate items: they become one message. */
function readInput(input: unknown): ModelMessage[] {
  if (typeof input === "string") return [{ role: "user", text: input }];
  const messages: ModelMessage[] = [];
  for (const message of asRecords(input).flatMap(readItem)) {
    const last = messages.at(-1);
    if (last?.role === "assistant" && message.role === "assistant") {
      const toolCalls = [...last.toolCalls, ...message.toolCalls];
      messages[messages.length - 1] = { role: "assistant", text: last.text + message.text, toolCalls };
    } else messages.push(message);
  }
  return messages;
}

function readItem(item: LooseRecord): ModelMessage[] {
  const type = asText(item.type);
  const call = readCallItem(item);
  if (call !== null) return [{ role: "assistant", text: "", toolCalls: [call] }];
  if (type.endsWith("_call_output")) {
    return [{ role: "tool", callId: asText(item.call_id), text: joinText(item.output) }];
  }
  if (type !== "message" && type !== "") return [];
  const text = joinText(item.content);
  if (item.role === "assistant") return [{ role: "assistant", text, toolCalls: [] }];
  return [{ role: item.role === "system" || item.role === "developer" ? "system" : "user", text }];
}

/** The call in an item; null when it is something else. */
export function readCallItem(item: LooseRecord): ToolCall | null {
  const called = { id: asText(item.call_id), name: asText(item.name) };
  switch (item.type) {
    case "function_call":
      return { ...called, arguments: parseArguments(asText(item.arguments)) };
    case "custom_tool_call":
      return { ...called, arguments: { input: asText(item.input) } };
    case "local_shell_call":
      return { ...called, name: "local_shell", arguments: asRecord(item.action) };
    default:
      return null;
  }
}
