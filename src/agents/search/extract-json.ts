import type { z } from "zod";

/** So many places where JSON could begin are tried. */
const mostStarts = 50;

/** JSON of a shape in a model's answer, or what is wrong with it, for the model to read. */
export function extractJson<Answer>(
  text: string,
  schema: z.ZodType<Answer>,
): { readonly value: Answer } | { readonly problem: string } {
  let problem = "It contains no JSON.";
  for (const candidate of candidates(text)) {
    const { success, data, error } = schema.safeParse(candidate);
    if (success) return { value: data };
    const [issue] = error.issues;
    const where = issue!.path.length === 0 ? "" : ` at ${issue!.path.join(".")}`;
    problem = `Its JSON does not match the schema${where}: ${issue!.message}.`;
  }
  return { problem };
}

/** Everything in a text that parses: the whole of it, fenced blocks, and whatever stands between matching brackets. */
function* candidates(text: string): Generator<unknown> {
  yield* parsed(text);
  for (const [, block] of text.matchAll(/^[ \t]*```[^\n]*\n([\s\S]*?)^[ \t]*```/gm)) yield* parsed(block!);
  let tried = 0;
  for (let start = 0; start < text.length && tried < mostStarts; start += 1) {
    if (text[start] !== "{" && text[start] !== "[") continue;
    tried += 1;
    const end = closingBracket(text, start);
    if (end === null) continue;
    const values = [...parsed(text.slice(start, end + 1))];
    yield* values;
    // What is inside of something that parses is a part of it.
    if (values.length > 0) start = end;
  }
}

function* parsed(text: string): Generator<unknown> {
  try {
    yield JSON.parse(text);
  } catch {
    // Not JSON.
  }
}

/** The bracket that closes the one at `start`, by JSON's rules for strings. */
function closingBracket(text: string, start: number): number | null {
  let depth = 0;
  let isQuoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === "\\") index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return null;
}
