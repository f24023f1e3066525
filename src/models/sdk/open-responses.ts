import { createOpenAI } from "@ai-sdk/openai";
import type { ModelSettings } from "../model-settings.ts";
import type { RawModel } from "../provider-kind.ts";
import { rawModel } from "./sdk-model.ts";

/** A model behind OpenAI's Responses API. Nothing is stored there: reasoning comes encrypted and goes back with the next call. */
export function openResponses(
  model: string,
  place: {
    readonly provider: string;
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly headers?: Record<string, string>;
    readonly settings: ModelSettings;
  },
): RawModel {
  const { provider, baseUrl: baseURL, apiKey, headers = {}, settings } = place;
  const { reasoningEffort } = settings;
  // The SDK knows which of OpenAI's models reason, but not what is behind the name of a deployment.
  const effort = reasoningEffort === undefined ? {} : { reasoningEffort, forceReasoning: true };
  const own = { store: false, ...effort };
  return rawModel({
    provider,
    model: createOpenAI({ name: provider, baseURL, apiKey, headers }).responses(model),
    settings,
    secrets: [apiKey],
    // The SDK reads the options of Azure under another name.
    options: { openai: own, azure: own },
  });
}
