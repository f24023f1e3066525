import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelMessage, ModelTool } from "../../contracts/model.ts";
import { returnedMessage, type SdkAssistantMessage } from "./returned-message.ts";

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;
type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/** A conversation as the AI SDK's models take it. What `provider` asked to get back is put in again. */
export function sdkPrompt(messages: readonly ModelMessage[], provider: string): LanguageModelV3Prompt {
  const toolNames = new Map<string, string>();
  const prompt: LanguageModelV3Message[] = [];
  for (const message of messages) {
    if (message.role === "tool") addToolResult(prompt, message, toolNames.get(message.callId) ?? "unknown");
    else if (message.role === "assistant") {
      for (const { id, name } of message.toolCalls) toolNames.set(id, name);
      prompt.push(returnedMessage(message, provider) ?? plainMessage(message));
    } else if (message.role === "user") prompt.push({ role: "user", content: [{ type: "text", text: message.text }] });
    else prompt.push({ role: "system", content: message.text });
  }
  return prompt;
}

export function sdkTools(tools: readonly ModelTool[]): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    name,
    description,
    inputSchema: { ...parameters },
  }));
}

/** Marks the last message of the instructions and the last of all: what providers that cache on request then keep. */
export function markForCache(prompt: LanguageModelV3Prompt, mark: SharedV3ProviderOptions): LanguageModelV3Prompt {
  const lastSystem = prompt.findLastIndex(({ role }) => role === "system");
  const marked = new Set([lastSystem, prompt.length - 1]);
  return prompt.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: { ...message.providerOptions, ...mark } } : message,
  );
}

function plainMessage({ text, toolCalls }: AssistantMessage): SdkAssistantMessage {
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: callInput(given),
  }));
  return { role: "assistant", content: text === "" ? calls : [{ type: "text", text }, ...calls] };
}

/** Providers take objects only, even when the model wrote something else. */
export function callInput(given: unknown): unknown {
  return typeof given === "object" && given !== null && !Array.isArray(given) ? given : { malformed: given };
}

/** Results of one turn belong into one message. */
function addToolResult(prompt: LanguageModelV3Message[], message: ToolMessage, toolName: string): void {
  const { callId, text, isError } = message;
  const output = { type: isError === true ? ("error-text" as const) : ("text" as const), value: text };
  const part = { type: "tool-result" as const, toolCallId: callId, toolName, output };
  const last = prompt.at(-1);
  if (last?.role === "tool") last.content.push(part);
  else prompt.push({ role: "tool", content: [part] });
}
