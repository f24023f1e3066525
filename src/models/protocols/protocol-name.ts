/** The wire protocols that agents speak with a provider. */
export const protocolNames = [
  "openai-chat",
  "openai-responses",
  "openai-embeddings",
  "anthropic-messages",
  "anthropic-count-tokens",
  "gemini",
  "gemini-count-tokens",
] as const;

export type ProtocolName = (typeof protocolNames)[number];

/** Whether requests only count tokens: providers take nothing for that. */
export function isFree(protocol: string): boolean {
  return protocol.endsWith("-count-tokens");
}
