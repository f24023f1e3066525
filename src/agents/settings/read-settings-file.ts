import { readFile } from "node:fs/promises";
import { UsageError } from "../../lib/errors.ts";
import { isMapping } from "./merge-settings.ts";

/**
 * Settings from a YAML or JSON file.
 *
 * @throws UsageError when it cannot be read, or holds anything but a mapping.
 */
export async function readSettingsFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(file, "utf8").catch((cause) => {
    throw new UsageError(`The settings cannot be read: ${(cause as Error).message}.`, { cause });
  });
  const content = await parse(file, text);
  if (isMapping(content)) return content;
  // An empty YAML file, or one with nothing but comments.
  if (content === null) return {};
  const found = Array.isArray(content) ? "a list" : JSON.stringify(content);
  throw new UsageError(`${file}: expected settings by name, such as \`steps: 20\`, found ${found}.`);
}

async function parse(file: string, text: string): Promise<unknown> {
  try {
    if (file.endsWith(".json")) return JSON.parse(text);
    const { parse: parseYaml } = await import("yaml");
    return parseYaml(text, { logLevel: "error" });
  } catch (cause) {
    const format = file.endsWith(".json") ? "JSON" : "YAML";
    throw new UsageError(`${file} is not valid ${format}: ${(cause as Error).message.trim()}`, { cause });
  }
}
