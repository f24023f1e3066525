import type { ModelMessage, ModelRequest } from "../../contracts/model.ts";

/**
 * What a ledger keeps of a request: what the model sees, in one order, without what agents carry along. So equal requests have
 * equal hashes.
 */
export function recordedRequest({ messages, tools, maxOutputTokens }: ModelRequest) {
  return {
    messages: messages.map(recordedMessage),
    ...(tools === undefined ? {} : { tools }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

function recordedMessage(message: ModelMessage): ModelMessage {
  const { role, text } = message;
  if (role === "assistant") {
    const { toolCalls, providerData } = message;
    return { role, text, toolCalls, ...(providerData === undefined ? {} : { providerData }) };
  }
  if (role === "tool") return { role, callId: message.callId, text, ...(message.isError ? { isError: true } : {}) };
  return { role, text };
}
