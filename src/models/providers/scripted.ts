import type { ProviderKind } from "../provider-kind.ts";

/** Answers from a file, for tests, demos and dry runs. */
export const scripted: ProviderKind = {
  name: "scripted",
  title: "Answers from a YAML file",
  keyVariables: [],
  baseUrlVariables: [],
  protocols: [],
  modelIsPath: true,
  takesEffort: () => true,
  missing: () => null,

  async open(file) {
    const [{ readScript }, { replyChooser }, { scriptedModel }] = await Promise.all([
      import("../scripted/read-script.ts"),
      import("../scripted/choose-reply.ts"),
      import("../scripted/scripted-model.ts"),
    ]);
    return scriptedModel(`scripted/${file}`, replyChooser(await readScript(file)));
  },
};
