import type { z } from "zod";
import { UsageError } from "../../lib/errors.ts";
import { mergeSettings } from "./merge-settings.ts";
import { shapeOf, typesOf, type ValueShape } from "./value-shape.ts";

/**
 * Settings from texts such as `steps=20`, `mode=fast`, `files=a.csv,b.csv`, `environment.DEPTH=3` or `weights={"a": 1}`; the
 * schema says what each text means. What has no meaning there stays text, for `checkSettings` to refuse. Later texts win.
 */
export function readAssignments(schema: z.ZodType, texts: readonly string[]): Record<string, unknown> {
  const shape = shapeOf(schema);
  const settings = texts.map((text) => {
    const equals = text.indexOf("=");
    if (equals < 1) throw new UsageError(`--set: Expected KEY=VALUE, found \`${text}\`.`);
    return place(text.slice(0, equals), text.slice(equals + 1), shape);
  });
  return mergeSettings(...settings);
}

/** `{ key: value }`; a dotted key leads into groups of settings. */
function place(key: string, text: string, shape: ValueShape): Record<string, unknown> {
  const dot = key.indexOf(".");
  const free = typeof shape.additionalProperties === "object" ? shape.additionalProperties : undefined;
  // Names in a mapping of plain values are free, so a dot is part of the name.
  const isWhole = dot < 0 || (free !== undefined && !typesOf(free).includes("object"));
  const name = isWhole ? key : key.slice(0, dot);
  const inner = shape.properties?.[name] ?? free ?? {};
  return { [name]: isWhole ? readValue(text, inner) : place(key.slice(dot + 1), text, inner) };
}

/** What a text means where a value of that shape is expected; the text itself where it means nothing else. */
function readValue(text: string, shape: ValueShape): unknown {
  const types = typesOf(shape);
  const takes = (...names: string[]): boolean => names.some((name) => types.includes(name));
  if (takes("null") && text === "null") return null;
  if (takes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (takes("number", "integer") && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  const isJson = (takes("array") && text.startsWith("[")) || (takes("object") && text.startsWith("{"));
  if (isJson) return parseJson(text);
  if (!takes("array") || takes("string")) return text;
  return text === "" ? [] : text.split(",").map((item) => readValue(item, shape.items ?? {}));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
