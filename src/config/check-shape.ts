import type { z } from "zod";
import { describeMismatch } from "../agents/settings/describe-mismatch.ts";
import { shapeAt, shapeOf, type ValueShape } from "../agents/settings/value-shape.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";

/** @throws UsageError with every problem: which file, which field, what was found, what is expected. */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown, file: string): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const shape = shapeOf(schema);
  throw new UsageError(error.issues.flatMap((issue) => describe(issue, value, shape, file)).join("\n"));
}

function describe(issue: z.core.$ZodIssue, value: unknown, shape: ValueShape, file: string): string[] {
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(shapeAt(shape, issue.path)?.properties ?? {});
    return issue.keys.map(
      (key) => `${file}: There is no field \`${[...issue.path, key].join(".")}\`.${didYouMean(key, known)}`,
    );
  }
  const mismatch = describeMismatch(issue, value, shape);
  const field = issue.path.length === 0 ? "" : `\`${issue.path.join(".")}\` `;
  if (mismatch === null) return [`${file}: ${field}is missing.`];
  return [`${file}: ${issue.path.length === 0 ? capitalized(mismatch) : `${field.trim()}: ${mismatch}`}.`];
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
