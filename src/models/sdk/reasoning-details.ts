import type { MetadataExtractor } from "@ai-sdk/openai-compatible";
import type { JSONObject } from "@ai-sdk/provider";

type Detail = JSONObject;

/**
 * OpenRouter's `reasoning_details`: the signed reasoning of whichever model answered, which has to go back with the
 * message. Options under the name `openaiCompatible` become members of it.
 */
export const reasoningDetails: MetadataExtractor = {
  async extractMetadata({ parsedBody }) {
    return metadataOf(detailsOf(parsedBody, "message"));
  },
  createStreamExtractor() {
    const details: Detail[] = [];
    return {
      processChunk(chunk) {
        for (const detail of detailsOf(chunk, "delta")) append(details, detail);
      },
      buildMetadata: () => metadataOf(details),
    };
  },
};

function metadataOf(details: readonly Detail[]) {
  return details.length === 0 ? undefined : { openaiCompatible: { reasoning_details: [...details] } };
}

function detailsOf(body: unknown, member: "message" | "delta"): Detail[] {
  const choice = (body as { choices?: Record<string, { reasoning_details?: unknown }>[] } | null)?.choices?.[0];
  const details = choice?.[member]?.reasoning_details;
  return Array.isArray(details) ? details : [];
}

/** Streamed text comes in pieces: those of one detail become one again. */
function append(details: Detail[], piece: Detail): void {
  const last = details.at(-1);
  const isMore = last !== undefined && last.type === piece.type && last.index === piece.index;
  const text = piece.type === "reasoning.text" ? "text" : piece.type === "reasoning.summary" ? "summary" : null;
  if (!isMore || text === null) {
    details.push({ ...piece });
    return;
  }
  const joined = `${last[text] ?? ""}${piece[text] ?? ""}`;
  const given = Object.entries(piece).filter(([, value]) => value !== null && value !== undefined);
  Object.assign(last, Object.fromEntries(given), { [text]: joined });
}
