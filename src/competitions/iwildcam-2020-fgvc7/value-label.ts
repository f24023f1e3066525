import { BenchError } from "../../lib/errors.ts";
import { type JsonValue, PythonFloat } from "../../lib/json/json-value.ts";
import type { Label } from "../../lib/numeric/label.ts";

/** A value as a label, so that sets and maps compare like pandas' `isin` and `unique`. */
export function valueLabel(value: JsonValue): Label | null {
  if (value instanceof PythonFloat) return value.value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "object") return value;
  if (value === null) return null;
  throw new BenchError("malformed-json", "A record has a list or an object, expected a number or text.");
}
