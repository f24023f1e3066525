import { BenchError } from "../../lib/errors.ts";
import { type JsonValue, PythonFloat } from "../../lib/json/json-value.ts";
import type { Label } from "../../lib/numeric/label.ts";

/** A value as a label that sets and maps compare as pandas' `isin` and `unique` do. */
export function valueLabel(value: JsonValue): Label | null {
  if (value instanceof PythonFloat) return value.value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "object") return value;
  if (value === null) return null;
  throw new BenchError("malformed-json", "A record has a list or an object where a number or text is expected.");
}
