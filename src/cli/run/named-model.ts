import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { providerKind } from "../../models/index.ts";
import { type ModelName, parseModelName } from "../../models/model-name.ts";
import { runFiles } from "../../runs/record/run-folder.ts";
import { defaultRunDirectory, findRun } from "../../runs/state/find-runs.ts";

/**
 * The model that a user names. A recorded run may be named by its folder, or as in other commands: `replay/latest`.
 *
 * @throws UsageError when there is no such provider or run.
 */
export function namedModel(text: string, runDirectory = defaultRunDirectory()): ModelName {
  const name = parseModelName(text);
  const isFolder = existsSync(join(name.model, runFiles.calls));
  if (!providerKind(name.provider).modelIsRun || isFolder) return name;
  const run = text.slice(name.provider.length + 1);
  return { ...name, model: findRun(run, resolve(runDirectory)).folder };
}
