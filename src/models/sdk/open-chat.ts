import { createOpenAICompatible, type MetadataExtractor } from "@ai-sdk/openai-compatible";
import type { ModelSettings } from "../model-settings.ts";
import type { RawModel } from "../provider-kind.ts";
import { rawModel } from "./sdk-model.ts";

/** A model behind an API like OpenAI's chat completions. */
export function openChat(
  model: string,
  place: {
    readonly provider: string;
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly settings: ModelSettings;
    /** Collects what the provider wants back with the message. */
    readonly metadataExtractor?: MetadataExtractor;
    /** Further members of each request. */
    readonly further?: Readonly<Record<string, unknown>>;
  },
): RawModel {
  const { provider, baseUrl: baseURL, apiKey, settings, metadataExtractor, further = {} } = place;
  const sdk = createOpenAICompatible({
    name: provider,
    baseURL,
    includeUsage: true,
    transformRequestBody: (body) => ({ ...body, ...further }),
    ...(apiKey === null ? {} : { apiKey }),
    ...(metadataExtractor === undefined ? {} : { metadataExtractor }),
  });
  const { reasoningEffort } = settings;
  return rawModel({
    provider,
    model: sdk(model),
    settings,
    secrets: apiKey === null ? [] : [apiKey],
    returnsMetadata: metadataExtractor !== undefined,
    ...(reasoningEffort === undefined ? {} : { options: { [provider]: { reasoningEffort } } }),
  });
}
