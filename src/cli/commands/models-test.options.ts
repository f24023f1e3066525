import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf } from "../options.ts";

export const modelsTest = new Command("test")
  .description("Make one small call to a model and report what works: tools, streaming, usage")
  .argument("<name>", "The model as provider/model")
  .addOption(json())
  .addHelpText("after", examples("models test anthropic/claude-sonnet-4-5", "models test compatible/qwen3"));

export type ModelsTestOptions = OptionsOf<typeof modelsTest>;
