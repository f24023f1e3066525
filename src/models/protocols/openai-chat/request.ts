import type { ModelMessage, ModelRequest, ModelTool } from "../../../contracts/model.ts";
import { joinText } from "../join-text.ts";
import { asCount, asRecord, asRecords, asText, type LooseRecord, parseArguments } from "../loose-json.ts";

export function readChatRequest(body: unknown): ModelRequest {
  const request = asRecord(body);
  const tools = asRecords(request.tools).map(readTool);
  const maxOutputTokens = readChatMaxTokens(request);
  return {
    messages: asRecords(request.messages).map(readMessage),
    ...(tools.length > 0 ? { tools } : {}),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
}

export function readChatMaxTokens(request: LooseRecord): number | null {
  return asCount(request.max_completion_tokens) ?? asCount(request.max_tokens);
}

function readMessage(message: LooseRecord): ModelMessage {
  const text = joinText(message.content);
  switch (message.role) {
    case "assistant":
      return { role: "assistant", text, toolCalls: asRecords(message.tool_calls).map(readToolCall) };
    case "tool":
      return { role: "tool", callId: asText(message.tool_call_id), text };
    case "system":
    case "developer":
      return { role: "system", text };
    default:
      return { role: "user", text };
  }
}

export function readToolCall(call: LooseRecord) {
  const called = asRecord(call.function);
  return { id: asText(call.id), name: asText(called.name), arguments: parseArguments(asText(called.arguments)) };
}

function readTool(tool: LooseRecord): ModelTool {
  const declared = asRecord(tool.function);
  return {
    name: asText(declared.name),
    description: asText(declared.description),
    parameters: asRecord(declared.parameters),
  };
}
