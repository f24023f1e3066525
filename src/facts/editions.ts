import { UsageError } from "../lib/errors.ts";

/** The rules by which a competition is prepared and graded. `v1` reproduces the Python reference, bugs included. */
export type Edition = `v${number}`;

/** The editions of this version, oldest first. */
export const editions: readonly Edition[] = ["v1"];

export const defaultEdition: Edition = editions[0]!;

/** @throws UsageError when this version has no such edition. */
export function requireEdition(name: string): Edition {
  const edition = editions.find((each) => each === name);
  if (edition !== undefined) return edition;
  throw new UsageError(`There is no edition \`${name}\`. Editions: ${editions.join(", ")}.`);
}
