import type { z } from "zod";
import { describeShape, shapeAt, type ValueShape } from "./value-shape.ts";

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with a value: what its schema expects, and what was found. Null when the value is missing.
 *
 * @example "expected a whole number (above 0), found \"two\""
 */
export function describeMismatch(issue: Issue, given: unknown, shape: ValueShape): string | null {
  const found = valueAt(given, issue.path);
  if (found === undefined) return null;
  const place = shapeAt(shape, issue.path);
  const expected = place !== undefined && isAboutShape(issue) ? `expected ${describeShape(place)}` : issue.message;
  return `${expected}, found ${shorten(JSON.stringify(found) ?? `a ${typeof found}`)}`;
}

/** Other issues carry a message that the schema's author wrote, or that says more than the type does. */
function isAboutShape(issue: Issue): boolean {
  if (issue.code === "too_small" || issue.code === "too_big") return issue.origin !== "string";
  return ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
