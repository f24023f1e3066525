type Settings = Readonly<Record<string, unknown>>;

/** Joins settings, mappings name by name; of everything else, what comes later wins. */
export function mergeSettings(...parts: readonly Settings[]): Record<string, unknown> {
  const merged = new Map<string, unknown>();
  for (const [name, value] of parts.flatMap(Object.entries<unknown>)) {
    const before = merged.get(name);
    merged.set(name, isMapping(before) && isMapping(value) ? mergeSettings(before, value) : value);
  }
  return Object.fromEntries(merged);
}

export function isMapping(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
