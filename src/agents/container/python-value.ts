import { formatPythonFloat } from "../../lib/python/python-repr.ts";

/** What PyYAML makes of a document. Integers are `bigint`, so that `1` and `1.0` stay different. */
export type PythonValue = null | boolean | bigint | number | string | PythonValue[] | PythonMapping;
export type PythonMapping = Map<string, PythonValue>;

/**
 * Python's `str(value)`: `True`, `None`, `86400`, `0.5`, `1e-05`; strings unchanged; lists and mappings with the `repr` of
 * their items.
 *
 * @example pythonText(false) // => "False"
 */
export function pythonText(value: PythonValue): string {
  return typeof value === "string" ? value : pythonRepr(value);
}

function pythonRepr(value: PythonValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return formatPythonFloat(value);
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  if (value instanceof Map) {
    return `{${[...value].map(([key, each]) => `${quote(key)}: ${pythonRepr(each)}`).join(", ")}}`;
  }
  return String(value);
}

/** Single quotes, unless the text has single quotes and no double ones. */
function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(mark, `\\${mark}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return mark + escaped + mark;
}
