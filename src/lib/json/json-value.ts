/**
 * What Python's `json` reads, without loss: a plain number that is whole is an int (a bigint from 2^53 up), one that is
 * not is a float, and a float that happens to be whole (`1.0`, `-0.0`, `1e300`) is a `PythonFloat`. NaN and infinities
 * are plain numbers. Objects are maps, because a JavaScript object would move keys such as "10" to the front.
 */
export type JsonValue = null | boolean | number | bigint | string | PythonFloat | JsonValue[] | JsonObject;

/** A Python dict with text keys: insertion order, and a repeated key keeps its first place and takes the last value. */
export type JsonObject = Map<string, JsonValue>;

/** A Python float whose value is whole, so that it prints as `1.0` and not as `1`. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A double as the value that prints like a Python float: itself, or wrapped when it is whole. */
export function pythonFloat(value: number): number | PythonFloat {
  return Number.isInteger(value) ? new PythonFloat(value) : value;
}
