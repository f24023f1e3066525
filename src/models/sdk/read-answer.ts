import type { LanguageModelV3StreamPart, LanguageModelV3Usage, SharedV3ProviderMetadata } from "@ai-sdk/provider";
import type { ModelAnswer, ModelUsage, ToolCall } from "../../contracts/model.ts";
import { nestingOf } from "../../lib/json/nesting.ts";
import { providerDataOf, type SdkContent } from "./returned-message.ts";
import { CutStream } from "./sdk-failure.ts";
import { callInput } from "./sdk-prompt.ts";

type Finish = Extract<LanguageModelV3StreamPart, { type: "finish" }>;
type Part<Type> = Extract<LanguageModelV3StreamPart, { type: Type }>;

export interface ReadOptions {
  readonly provider: string;
  readonly model: string;
  readonly onText?: ((piece: string) => void) | undefined;
  readonly heard?: (() => void) | undefined;
  /** Whether the metadata of the whole answer goes back with the message. */
  readonly returnsMetadata: boolean;
}

/**
 * Puts an answer together from the parts of a stream.
 *
 * @throws CutStream when the stream ends before the answer does; the error that the provider sent.
 */
export async function readAnswer(
  stream: AsyncIterable<LanguageModelV3StreamPart>,
  options: ReadOptions,
): Promise<ModelAnswer> {
  const content: SdkContent = [];
  const toolCalls: ToolCall[] = [];
  const open = new Map<string, { text: string; providerOptions?: SharedV3ProviderMetadata }>();
  let [finish, answeredBy]: [Finish | undefined, string] = [undefined, options.model];

  for await (const part of stream) {
    options.heard?.();
    if (part.type === "error") throw part.error;
    if (part.type === "response-metadata") answeredBy = part.modelId ?? answeredBy;
    else if (part.type === "finish") finish = part;
    else if (part.type === "tool-call") {
      toolCalls.push({ id: part.toolCallId, name: part.toolName, arguments: parseArguments(part.input) });
      content.push(toolCallPart(part));
    } else if (part.type === "text-start" || part.type === "reasoning-start") {
      const piece = { type: part.type === "text-start" ? ("text" as const) : ("reasoning" as const), text: "" };
      content.push(piece);
      open.set(part.id, piece);
    }
    if (part.type === "text-delta" && part.delta !== "") options.onText?.(part.delta);
    if ("delta" in part && open.has(part.id)) open.get(part.id)!.text += part.delta;
    if (/^(text|reasoning)-/.test(part.type)) keepMetadata(part as Part<"text-end">, open);
  }
  if (finish === undefined || isCut(finish)) throw new CutStream();
  return finishAnswer({ finish, content, toolCalls, answeredBy }, options);
}

function finishAnswer(
  seen: { finish: Finish; content: SdkContent; toolCalls: ToolCall[]; answeredBy: string },
  { provider, returnsMetadata }: ReadOptions,
): ModelAnswer {
  const { finish, toolCalls, answeredBy } = seen;
  const content = seen.content.filter((part) => part.type !== "text" || part.text !== "" || part.providerOptions);
  const { unified } = finish.finishReason;
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    toolCalls,
    finishReason: unified === "error" ? "other" : unified,
    usage: usageOf(finish.usage),
    answeredBy,
    ...providerDataOf(provider, content, returnsMetadata ? finish.providerMetadata : undefined),
  };
}

/** A provider gives a reason when it is done. */
function isCut({ finishReason }: Finish): boolean {
  return finishReason.raw === undefined && (finishReason.unified === "other" || finishReason.unified === "error");
}

function keepMetadata(
  { id, providerMetadata }: Part<"text-end">,
  open: ReadonlyMap<string, { providerOptions?: SharedV3ProviderMetadata }>,
): void {
  const piece = open.get(id);
  if (piece !== undefined && providerMetadata !== undefined) piece.providerOptions = providerMetadata;
}

function toolCallPart({ toolCallId, toolName, input, providerMetadata }: Part<"tool-call">): SdkContent[number] {
  const metadata = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
  return { type: "tool-call", toolCallId, toolName, input: callInput(parseArguments(input)), ...metadata };
}

/** Deeper than any tool asks for, and far from what overflows the stack of the code that records it. */
const mostNesting = 500;

/** A call without arguments may come as an empty text. What cannot be read stays text. */
function parseArguments(input: string): unknown {
  if (input.trim() === "") return {};
  try {
    return nestingOf(input) > mostNesting ? input : JSON.parse(input);
  } catch {
    return input;
  }
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV3Usage): ModelUsage {
  return {
    inputTokens: inputTokens.total ?? null,
    cacheReadTokens: inputTokens.cacheRead ?? null,
    cacheWriteTokens: inputTokens.cacheWrite ?? null,
    outputTokens: outputTokens.total ?? null,
    reasoningTokens: outputTokens.reasoning ?? null,
  };
}
