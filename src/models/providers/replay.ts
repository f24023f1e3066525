import type { ProviderKind } from "../provider-kind.ts";

/** Answers of a recorded run, to repeat it without a provider. */
export const replay: ProviderKind = {
  name: "replay",
  title: "Answers of a recorded run",
  keyVariables: [],
  baseUrlVariables: [],
  protocols: [],
  modelIsPath: true,
  modelIsRun: true,
  missing: () => null,

  async open(folder) {
    const { replayingModel } = await import("../replay/replaying-model.ts");
    return replayingModel(folder);
  },
};
