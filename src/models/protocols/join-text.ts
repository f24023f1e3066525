import { asRecords, asText } from "./loose-json.ts";

/** The text of a message's content, which is text or a list of parts. A part that is not text leaves a mark. */
export function joinText(content: unknown): string {
  if (typeof content === "string") return content;
  return asRecords(content)
    .map((part) => (typeof part.text === "string" ? part.text : `[${asText(part.type) || "part"} left out]`))
    .join("");
}
