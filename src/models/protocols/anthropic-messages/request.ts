import type { ModelMessage, ModelRequest, ModelTool } from "../../../contracts/model.ts";
import { joinText } from "../join-text.ts";
import { asCount, asRecord, asRecords, asText, type LooseRecord } from "../loose-json.ts";

export function readAnthropicRequest(body: unknown): ModelRequest {
  const request = asRecord(body);
  const system = joinText(request.system);
  // Tools that the provider would run itself have no schema, and no other model knows them.
  const tools = asRecords(request.tools)
    .filter((tool) => tool.input_schema !== undefined)
    .map(readTool);
  const maxOutputTokens = asCount(request.max_tokens);
  return {
    messages: [
      ...(system === "" ? [] : [{ role: "system", text: system } as const]),
      ...asRecords(request.messages).flatMap(readMessage),
    ],
    ...(tools.length > 0 ? { tools } : {}),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
}

/** Tool results are parts of a user's message: each becomes a message of its own, before the text beside it. */
function readMessage(message: LooseRecord): ModelMessage[] {
  const parts = typeof message.content === "string" ? [] : asRecords(message.content);
  const text = joinText(typeof message.content === "string" ? message.content : parts.filter(isContent));
  if (message.role === "assistant") {
    const toolCalls = parts.filter(({ type }) => type === "tool_use").map(readToolUse);
    return [{ role: "assistant", text, toolCalls }];
  }
  const results = parts
    .filter(({ type }) => type === "tool_result")
    .map(
      (part): ModelMessage => ({
        role: "tool",
        callId: asText(part.tool_use_id),
        text: joinText(part.content),
        ...(part.is_error === true ? { isError: true } : {}),
      }),
    );
  const role = message.role === "system" ? "system" : "user";
  return text === "" && results.length > 0 ? results : [...results, { role, text }];
}

const isContent = ({ type }: LooseRecord): boolean =>
  !["tool_use", "tool_result", "thinking", "redacted_thinking"].includes(asText(type));

export function readToolUse(part: LooseRecord) {
  return { id: asText(part.id), name: asText(part.name), arguments: part.input ?? {} };
}

function readTool(tool: LooseRecord): ModelTool {
  return { name: asText(tool.name), description: asText(tool.description), parameters: asRecord(tool.input_schema) };
}
