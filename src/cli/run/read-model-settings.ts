import { UsageError } from "../../lib/errors.ts";
import { checkModelSettings, type ModelSettings } from "../../models/model-settings.ts";

/** Reads `--model-setting NAME=VALUE`. `reasoning-effort=high` is the setting `reasoningEffort`. */
export function readModelSettings(texts: readonly string[] = []): ModelSettings {
  return checkModelSettings(Object.fromEntries(texts.map(readSetting)));
}

function readSetting(text: string): [name: string, value: unknown] {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError(`--model-setting: Expected NAME=VALUE, found \`${text}\`.`);
  const name = text.slice(0, equals).replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
  const value = text.slice(equals + 1);
  return [name, value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value];
}
