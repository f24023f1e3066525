import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf } from "../options.ts";

export const models = new Command("models")
  .description("List the providers of models, which keys are present, and prices")
  .argument(
    "[names...]",
    "Show prices: a provider, a model such as openai/gpt-5-mini, or a pattern such as 'openai/gpt-*'",
  )
  .option("--prices <file>", "Prices of your own (YAML or JSON), in US dollars per million tokens")
  .addOption(json())
  .addHelpText(
    "after",
    examples("models", "models anthropic mistral/mistral-large-latest", "models test openai/gpt-5-mini"),
  );

export type ModelsOptions = OptionsOf<typeof models>;
