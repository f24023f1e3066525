import { plainText } from "../../../lib/plain-text.ts";

/** What a tool may answer at most, in characters. */
export const mostCharacters = 16_000;

/** Lines of an answer, as many as fit. Says how many were left out, and what to do about it. */
export function boundedLines(lines: readonly string[], advice: string, most = mostCharacters): string {
  const shown: string[] = [];
  let left = most;
  for (const line of lines) {
    const text = plainText(line).slice(0, 500);
    left -= text.length + 1;
    if (left < 0) break;
    shown.push(text);
  }
  const missing = lines.length - shown.length;
  return missing === 0 ? shown.join("\n") : [...shown, `(${missing} more lines. ${advice})`].join("\n");
}
