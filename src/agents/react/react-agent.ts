import { UsageError } from "../../lib/errors.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { defineAgent } from "../agent-kind.ts";
import { reactEvents } from "./events.ts";
import { type ReactSettings, reactSettings } from "./settings.ts";
import { nodePlace } from "./tools/shell.ts";

/** A loop on the host around one model, with tools that work in the sandbox. */
export const react = defineAgent<ReactSettings>({
  name: "react",
  summary: "a model with a shell, background jobs, Python, an editor and the validation, until it submits",
  needs: ["a model (--model PROVIDER/MODEL)", "for its Python tool, python3 in the sandbox"],
  takesModel: true,
  needsModel: true,
  settings: reactSettings,
  parts: async () => ({ versions: { version: packageVersion() } }),
  create: async ({ label, settings }) => ({
    name: label,
    events: reactEvents,
    continues: true,
    needs: async () => ({ readOnly: { [nodePlace]: process.execPath } }),
    act: async (task) => {
      if (task.model === undefined)
        throw new UsageError(`The agent \`${label}\` needs a model: name one with --model.`);
      const { converse } = await import("./converse.ts");
      return await converse(task, task.model, settings);
    },
  }),
});
