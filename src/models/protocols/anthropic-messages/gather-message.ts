import type { EventGatherer } from "../event-assembler.ts";
import { asRecord, asRecords, asText, type LooseRecord, parseArguments } from "../loose-json.ts";
import { TextBudget } from "../text-budget.ts";

interface GatheredBlock {
  readonly start: LooseRecord;
  /** Pieces of each member that arrives in pieces. */
  readonly pieces: Record<string, string[]>;
  readonly citations: unknown[];
}

/** The member of a block that each kind of delta adds to. */
export const targets: Readonly<Record<string, readonly [delta: string, block: string]>> = {
  text_delta: ["text", "text"],
  input_json_delta: ["partial_json", "input"],
  thinking_delta: ["thinking", "thinking"],
  signature_delta: ["signature", "signature"],
};

const mostBlocks = 10_000;

/** Puts the events of a streamed message together. */
export class MessageGatherer implements EventGatherer {
  readonly #blocks = new Map<unknown, GatheredBlock>();
  readonly #budget = new TextBudget();
  #message: LooseRecord = {};
  #usage: LooseRecord = {};
  #isComplete = false;

  add(event: LooseRecord): void {
    switch (event.type) {
      case "message_start":
        this.#message = asRecord(event.message);
        this.#usage = asRecord(this.#message.usage);
        break;
      case "content_block_start":
        if (this.#blocks.size < mostBlocks) this.#startBlock(event);
        break;
      case "content_block_delta":
        this.#addDelta(event.index, asRecord(event.delta));
        break;
      case "message_delta":
        this.#message = { ...this.#message, ...asRecord(event.delta) };
        // Counts only grow, and what is not repeated still holds.
        this.#usage = { ...this.#usage, ...withoutNulls(asRecord(event.usage)) };
        break;
      case "message_stop":
        this.#isComplete = true;
    }
  }

  result() {
    const content = [...this.#blocks.values()].map(finishBlock);
    return { body: { ...this.#message, content, usage: this.#usage }, isComplete: this.#isComplete };
  }

  #startBlock({ index, content_block }: LooseRecord): void {
    this.#blocks.set(index, { start: asRecord(content_block), pieces: {}, citations: [] });
  }

  #addDelta(index: unknown, delta: LooseRecord): void {
    const block = this.#blocks.get(index);
    if (delta.type === "citations_delta") block?.citations.push(delta.citation);
    const target = targets[asText(delta.type)];
    if (block === undefined || target === undefined) return;
    block.pieces[target[1]] ??= [];
    block.pieces[target[1]]!.push(this.#budget.take(asText(delta[target[0]])));
  }
}

function finishBlock({ start, pieces, citations }: GatheredBlock): LooseRecord {
  const { input, ...texts } = Object.fromEntries(Object.entries(pieces).map(([name, parts]) => [name, parts.join("")]));
  const gathered = Object.entries(texts).map(([name, text]) => [name, `${asText(start[name])}${text}`]);
  return {
    ...start,
    ...Object.fromEntries(gathered),
    ...(input === undefined ? {} : { input: parseArguments(input) }),
    ...(citations.length > 0 ? { citations: [...asRecords(start.citations), ...citations] } : {}),
  };
}

function withoutNulls(record: LooseRecord): LooseRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
