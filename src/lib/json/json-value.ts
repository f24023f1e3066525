/**
 * A value as Python's `json` reads it, without loss. A whole number is an int (a bigint from 2^53 up), a number with a
 * fraction is a float, and a float that happens to be whole (`1.0`, `-0.0`, `1e300`) is a `PythonFloat`. NaN and
 * infinities are plain numbers. Objects are maps, because a JavaScript object would move keys such as "10" to the
 * front.
 */
export type JsonValue = null | boolean | number | bigint | string | PythonFloat | JsonValue[] | JsonObject;

/** A Python dict with text keys, in insertion order. A repeated key keeps its first place and takes the last value. */
export type JsonObject = Map<string, JsonValue>;

/** A Python float whose value is whole: it prints as `1.0`, not as `1`. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A double as a value that prints like a Python float: itself, or wrapped if it is whole. */
export function pythonFloat(value: number): number | PythonFloat {
  return Number.isInteger(value) ? new PythonFloat(value) : value;
}
