import { plainText } from "../../../lib/plain-text.ts";

/** A program's output as a model should read it: without colours, control characters, and lines that were overwritten. */
export function readableOutput(text: string): string {
  const lines = text.split("\n").map((line) => {
    const end = line.endsWith("\r") ? line.length - 1 : line.length;
    return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
  });
  return plainText(lines.join("\n")).trimEnd();
}
