import type { EventGatherer } from "../event-assembler.ts";
import { asRecord, asRecords, asText, type LooseRecord } from "../loose-json.ts";
import { TextBudget } from "../text-budget.ts";

interface GatheredCandidate {
  /** Parts in order; neighbouring pieces of text are one part. */
  readonly parts: { readonly part: LooseRecord; readonly pieces: string[] }[];
  rest: LooseRecord;
}

const mostParts = 10_000;

/** Puts the chunks of a streamed answer together. */
export class ContentGatherer implements EventGatherer {
  readonly #candidates = new Map<unknown, GatheredCandidate>();
  readonly #budget = new TextBudget();
  #rest: LooseRecord = {};

  add(chunk: LooseRecord): void {
    const { candidates, ...rest } = chunk;
    this.#rest = { ...this.#rest, ...rest };
    for (const candidate of asRecords(candidates)) this.#addCandidate(candidate);
  }

  result() {
    const candidates = [...this.#candidates.values()].map(({ parts, rest }) => ({
      content: { role: "model", parts: parts.map(finishPart) },
      ...rest,
    }));
    const isBlocked = asRecord(this.#rest.promptFeedback).blockReason !== undefined;
    const isFinished =
      candidates.length > 0 && candidates.every((candidate) => "finishReason" in candidate && candidate.finishReason);
    return { body: { candidates, ...this.#rest }, isComplete: isBlocked || Boolean(isFinished) };
  }

  #addCandidate({ content, ...rest }: LooseRecord): void {
    const known = this.#candidates.get(rest.index) ?? { parts: [], rest: {} };
    if (this.#candidates.size < mostParts) this.#candidates.set(rest.index, known);
    known.rest = { ...known.rest, ...rest };
    for (const part of asRecords(asRecord(content).parts)) this.#addPart(known.parts, part);
  }

  #addPart(parts: GatheredCandidate["parts"], part: LooseRecord): void {
    const last = parts.at(-1);
    const text = this.#budget.take(asText(part.text));
    if (last !== undefined && isPlain(part) && isPlain(last.part) && part.thought === last.part.thought) {
      last.pieces.push(text);
    } else if (parts.length < mostParts) parts.push({ part, pieces: [text] });
  }
}

const isPlain = (part: LooseRecord): boolean =>
  Object.keys(part).every((name) => name === "text" || name === "thought") && typeof part.text === "string";

function finishPart({ part, pieces }: GatheredCandidate["parts"][number]): LooseRecord {
  return typeof part.text === "string" ? { ...part, text: pieces.join("") } : part;
}
