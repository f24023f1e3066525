import { scanText } from "../runs/scan-text.ts";
import type { Claim } from "./ask.ts";
import type { Chunk } from "./chunks.ts";

const speaksToReader =
  /\b(?:ignore|disregard|forget|override)\b[^\n]{0,40}\b(?:instructions?|prompts?|guidelines)\b|\b(?:auditor|reviewer)s?\b[^\n]{0,60}\b(?:report|answer|reply)\b[^\n]{0,30}\b(?:nothing|no (?:findings?|violations?|issues?))\b/gi;

/** Attempts to instruct the reader of a text. A model that obeys them would not report them, so no model decides this. */
export function plainClaims(chunk: Chunk): Claim[] {
  return chunk.flatMap(({ file, text }) =>
    [...scanText(text, speaksToReader)].map(({ text: line }) => ({
      question: "talks-to-reviewer",
      file,
      quote: line,
      why: "recognised by its words, not by the model",
    })),
  );
}
