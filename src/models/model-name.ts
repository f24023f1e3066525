import { resolve } from "node:path";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";
import { providerKind, providers } from "./index.ts";

/** A model as it is asked for: `provider/model`. */
export interface ModelName {
  readonly provider: string;
  /** The provider's own name for it, which may contain slashes. */
  readonly model: string;
}

/**
 * Reads `provider/model`. The model's part may contain slashes; where it is a path, it becomes absolute.
 *
 * @example parseModelName("openrouter/qwen/qwen3-coder") // => { provider: "openrouter", model: "qwen/qwen3-coder" }
 * @throws UsageError when it has no such form, or the provider is unknown.
 */
export function parseModelName(text: string): ModelName {
  const slash = text.indexOf("/");
  const [provider, model] = slash === -1 ? [text, ""] : [text.slice(0, slash), text.slice(slash + 1)];
  if (provider === "" || model === "" || /\s/.test(provider)) {
    throw new UsageError(`\`${text}\` is not the name of a model: expected provider/model, ${examples(text)}`);
  }
  return { provider, model: providerKind(provider).modelIsPath ? resolve(model) : model };
}

/** The opposite of `parseModelName`. */
export function formatModelName({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}

function examples(text: string): string {
  const guess = didYouMean(
    text.split("/")[0]!,
    providers.map(({ name }) => name),
  );
  return `such as openai/gpt-5-mini.${guess} \`mlebench models\` lists the providers.`;
}
