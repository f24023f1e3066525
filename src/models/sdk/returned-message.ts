import type { LanguageModelV3Message, SharedV3ProviderOptions } from "@ai-sdk/provider";
import type { ModelAnswer, ModelMessage } from "../../contracts/model.ts";

export type SdkAssistantMessage = Extract<LanguageModelV3Message, { role: "assistant" }>;
export type SdkContent = SdkAssistantMessage["content"];

/** What an answer's `providerData` holds: the message in the AI SDK's form, with signatures and ids. */
interface ReturnedData {
  readonly provider: string;
  readonly content: SdkContent;
  readonly options?: SharedV3ProviderOptions;
}

/** The data to give back with an answer; nothing when the answer's text and tool calls say it all. */
export function providerDataOf(
  provider: string,
  content: SdkContent,
  options: SharedV3ProviderOptions | undefined,
): { providerData?: ReturnedData } {
  const isPlain = content.every(({ type, providerOptions }) => type !== "reasoning" && providerOptions === undefined);
  if (isPlain && options === undefined) return {};
  return { providerData: { provider, content, ...(options === undefined ? {} : { options }) } };
}

/** The message as the provider wrote it; null when another provider did, or its text or calls have changed since. */
export function returnedMessage(
  message: Extract<ModelMessage, { role: "assistant" }>,
  provider: string,
): SdkAssistantMessage | null {
  const data = message.providerData as ReturnedData | undefined;
  if (data?.provider !== provider || !Array.isArray(data.content) || !isUnchanged(message, data.content)) return null;
  const options = data.options === undefined ? {} : { providerOptions: data.options };
  return { role: "assistant", content: data.content, ...options };
}

function isUnchanged({ text, toolCalls }: Pick<ModelAnswer, "text" | "toolCalls">, content: SdkContent): boolean {
  const calls = content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
  return (
    text === content.map((part) => (part.type === "text" ? part.text : "")).join("") &&
    calls.length === toolCalls.length &&
    calls.every((id, index) => id === toolCalls[index]!.id)
  );
}
