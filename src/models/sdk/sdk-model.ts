import type { LanguageModelV3, LanguageModelV3CallOptions, SharedV3ProviderOptions } from "@ai-sdk/provider";
import type { ModelRequest } from "../../contracts/model.ts";
import type { ModelSettings } from "../model-settings.ts";
import type { RawModel } from "../provider-kind.ts";
import { readAnswer } from "./read-answer.ts";
import { answerFailureOf, failureOf } from "./sdk-failure.ts";
import { markForCache, sdkPrompt, sdkTools } from "./sdk-prompt.ts";

/** A model of the AI SDK, and how its provider wants to be asked. */
export interface SdkModel {
  readonly provider: string;
  readonly model: LanguageModelV3;
  readonly settings: ModelSettings;
  /** Keys, which no error text may contain. */
  readonly secrets: readonly string[];
  /** The provider's own options for each call. */
  readonly options?: SharedV3ProviderOptions;
  /** What marks a message up to which the provider shall cache. */
  readonly cacheMark?: SharedV3ProviderOptions;
  /** Whether the metadata of the whole answer goes back with the message. */
  readonly returnsMetadata?: boolean;
}

/**
 * Calls a model of the AI SDK. It always streams: a long answer that arrives in one piece would look like a stalled
 * connection.
 */
export function rawModel(sdk: SdkModel): RawModel {
  const { provider, model, returnsMetadata = false } = sdk;
  const name = `${provider}/${model.modelId}`;
  return {
    async call(request, heard) {
      const fail = (failure: unknown): never => {
        request.signal?.throwIfAborted();
        throw failure;
      };
      request.signal?.throwIfAborted();
      const { stream } = await model
        .doStream(callOptions(sdk, request))
        .then(undefined, (error) => fail(failureOf(error, name, sdk.secrets)));
      const options = { provider, model: model.modelId, returnsMetadata, onText: request.onText, heard };
      return await readAnswer(stream, options).catch((error) => fail(answerFailureOf(error, name, sdk.secrets)));
    },
  };
}

function callOptions({ provider, settings, ...sdk }: SdkModel, request: ModelRequest): LanguageModelV3CallOptions {
  const { messages, tools = [], maxOutputTokens = settings.maxOutputTokens, signal } = request;
  const prompt = sdkPrompt(messages, provider);
  // Writing to a cache costs more than not to: it pays when the conversation goes on.
  const goesOn = tools.length > 0 || messages.some(({ role }) => role === "assistant");
  return {
    prompt: sdk.cacheMark !== undefined && goesOn ? markForCache(prompt, sdk.cacheMark) : prompt,
    ...(tools.length === 0 ? {} : { tools: sdkTools(tools), toolChoice: { type: "auto" } }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.seed === undefined ? {} : { seed: settings.seed }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
    ...(sdk.options === undefined ? {} : { providerOptions: sdk.options }),
  };
}
