/** Reads JSON of unknown shape: what does not have the expected type counts as absent. */
export type LooseRecord = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): LooseRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as LooseRecord) : {};
}

export function asRecords(value: unknown): readonly LooseRecord[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A number of tokens; null when there is none. */
export function asCount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** The sum of the counts that are there; null when none is. */
export function addCounts(...values: readonly unknown[]): number | null {
  const counts = values.map(asCount).filter((count) => count !== null);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** Parsed JSON, or undefined. */
export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A tool call's arguments: parsed, or the text that the model wrote if it is not JSON. No text means no arguments. */
export function parseArguments(text: string): unknown {
  return text === "" ? {} : (parseLoosely(text) ?? text);
}

/** The reverse of `parseArguments`. */
export function printArguments(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? {});
}

/** The arguments of a tool call in a protocol that sends them as an object. */
export function argumentsRecord(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { input: value };
}
