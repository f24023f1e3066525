/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of the first variable that is set. An empty one counts as not set. */
export function firstSet(environment: Environment, names: readonly string[]): string | null {
  return names.map((name) => environment[name]?.trim()).find((value) => value) ?? null;
}
