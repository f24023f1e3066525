import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
} from "../../lib/json/json-bytes.ts";

/** Deeper than any schema of a tool, and far from what overflows a stack. */
const deepest = 500;

/**
 * What makes a request in JSON dangerous to pass on; null when nothing does. Nesting without end would overflow the stack of
 * the code that records it. Of two members with the same name, or with names that differ in case only, we might read one
 * and the provider the other: a request for an allowed model would be answered by a different one.
 */
export function dangerOf(json: Buffer): string | null {
  const names = new Set<string>();
  let depth = 0;
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > deepest) return `The request is nested more than ${deepest} levels deep.`;
      isName = depth === 1 && byte === openBrace;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    } else if (byte === comma) {
      isName = depth === 1;
    } else if (byte === quote) {
      const end = endOfString(json, at);
      const name = isName ? readName(json.toString("utf8", at, end)) : null;
      if (name !== null && names.has(name)) return `The request has more than one member \`${name.slice(0, 200)}\`.`;
      if (name !== null) names.add(name);
      isName = false;
      at = end - 1;
    }
  }
  return null;
}

/** The position after the string that begins at `from`; the end of the bytes when nothing closes it. */
function endOfString(json: Buffer, from: number): number {
  for (let at = json.indexOf(quote, from + 1); at >= 0; at = json.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return json.length;
}

/** Null when it is malformed, which is found when the whole request is parsed. */
function readName(text: string): string | null {
  try {
    return String(JSON.parse(text)).toLowerCase();
  } catch {
    return null;
  }
}
