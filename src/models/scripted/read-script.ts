import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { UsageError } from "../../lib/errors.ts";
import { type Script, scriptSchema } from "./script-schema.ts";

/**
 * Reads a script of answers.
 *
 * @throws UsageError when it cannot be read or understood, with every problem and where it is.
 */
export async function readScript(file: string): Promise<Script> {
  const text = await readFile(file, "utf8").catch((cause) => {
    throw new UsageError(`The script of the model cannot be read: ${(cause as Error).message}.`, { cause });
  });
  return await parseScript(text, file);
}

/** @param name What messages call it. */
export async function parseScript(text: string, name: string): Promise<Script> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw new UsageError(`${name} is not valid YAML: ${problem.message.trim()}`);
  const content: unknown = document.toJS();
  const { success, data, error } = scriptSchema.safeParse(content);
  if (success) return data;
  const problems = error.issues.flatMap((issue) => describe(issue, content));
  throw new UsageError([`${name} is not a script of answers:`, ...problems.map((line) => `  ${line}`)].join("\n"));
}

/** One line for each problem. Of a union, the problems of the form that the value comes closest to. */
function describe(issue: z.core.$ZodIssue, content: unknown, above: readonly PropertyKey[] = []): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    const deepest = issue.errors.filter((issues) =>
      issues.some((inner) => inner.path.length > 0 || isUnknownKey(inner)),
    );
    if (deepest.length > 0) return deepest[0]!.flatMap((inner) => describe(inner, content, path));
  }
  const place = path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${String(key)}`),
    "",
  );
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    content,
  );
  const where = place === "" ? "" : `${place.replace(/^\./, "")}: `;
  if (isUnknownKey(issue)) return [`${where}there is no ${issue.keys.map((key) => `\`${key}\``).join(", ")}`];
  return [`${where}${issue.message}, found ${(JSON.stringify(found) ?? "nothing").slice(0, 80)}`];
}

function isUnknownKey(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === "unrecognized_keys";
}
