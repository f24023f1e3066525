import { Command } from "@commander-js/extra-typings";
import { examples, json, modelSetting, type OptionsOf } from "../options.ts";

export const modelsTest = new Command("test")
  .description("Make one small call to a model and report what works: tools, streaming, usage")
  .argument("<name>", "The model as provider/model")
  .addOption(modelSetting())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "models test anthropic/claude-sonnet-4-5",
      "models test compatible/qwen3 --model-setting base-url=http://127.0.0.1:11434/v1",
    ),
  );

export type ModelsTestOptions = OptionsOf<typeof modelsTest>;
