import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";
import type { ProviderKind } from "./provider-kind.ts";
import { anthropic } from "./providers/anthropic.ts";
import { azure } from "./providers/azure.ts";
import { bedrock } from "./providers/bedrock.ts";
import { compatible } from "./providers/compatible.ts";
import { google } from "./providers/google.ts";
import { mistral } from "./providers/mistral.ts";
import { openai } from "./providers/openai.ts";
import { openrouter } from "./providers/openrouter.ts";
import { replay } from "./providers/replay.ts";
import { scripted } from "./providers/scripted.ts";

/** Every provider of models. Their code for calls is loaded when a model is opened. */
export const providers: readonly ProviderKind[] = [
  openai,
  anthropic,
  google,
  mistral,
  openrouter,
  azure,
  bedrock,
  compatible,
  scripted,
  replay,
];

/** @throws UsageError for an unknown name, with the nearest one. */
export function providerKind(provider: string): ProviderKind {
  const kind = providers.find(({ name }) => name === provider);
  if (kind !== undefined) return kind;
  const names = providers.map(({ name }) => name);
  throw new UsageError(
    `There is no provider \`${provider}\`.${didYouMean(provider, names)} There are ${names.join(", ")}.`,
  );
}
