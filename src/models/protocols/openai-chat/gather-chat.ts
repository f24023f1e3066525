import type { EventGatherer } from "../event-assembler.ts";
import { asRecord, asRecords, asText, type LooseRecord } from "../loose-json.ts";
import { TextBudget } from "../text-budget.ts";

interface GatheredCall {
  id: string;
  type: string;
  function: { name: string; arguments: string };
}

interface GatheredChoice {
  readonly content: string[];
  readonly reasoning: string[];
  readonly calls: Map<number, GatheredCall>;
  finishReason: string | null;
}

/** Providers number choices and calls from zero; a larger number is garbage. */
const mostParts = 1024;

/** Puts the chunks of a chat completion together. */
export class ChatGatherer implements EventGatherer {
  readonly #choices = new Map<number, GatheredChoice>();
  readonly #budget = new TextBudget();
  #head: LooseRecord = {};
  #usage: unknown = null;
  isDone = false;

  add(chunk: LooseRecord): void {
    const { choices, usage, object: _, ...head } = chunk;
    this.#head = { ...head, ...this.#head };
    // Some providers report a running count in every chunk: the last one holds.
    if (usage !== undefined && usage !== null) this.#usage = usage;
    for (const choice of asRecords(choices)) this.#addChoice(choice);
  }

  result() {
    const choices = [...this.#choices].map(([index, choice]) => ({
      index,
      message: this.#message(choice),
      finish_reason: choice.finishReason,
    }));
    const isFinished = choices.length > 0 && choices.every(({ finish_reason }) => finish_reason !== null);
    const usage = this.#usage === null ? {} : { usage: this.#usage };
    const body = { ...this.#head, object: "chat.completion", choices, ...usage };
    return { body, isComplete: this.isDone || isFinished };
  }

  #message({ content, reasoning, calls }: GatheredChoice) {
    return {
      role: "assistant",
      content: content.length === 0 && calls.size > 0 ? null : content.join(""),
      ...(reasoning.length > 0 ? { reasoning_content: reasoning.join("") } : {}),
      ...(calls.size > 0 ? { tool_calls: [...calls.values()] } : {}),
    };
  }

  #addChoice(choice: LooseRecord): void {
    const index = typeof choice.index === "number" ? choice.index : 0;
    const known: GatheredChoice = this.#choices.get(index) ?? {
      content: [],
      reasoning: [],
      calls: new Map(),
      finishReason: null,
    };
    if (this.#choices.size < mostParts) this.#choices.set(index, known);
    const delta = asRecord(choice.delta);
    const content = this.#budget.take(asText(delta.content));
    const reasoning = this.#budget.take(asText(delta.reasoning_content) || asText(delta.reasoning));
    if (content !== "") known.content.push(content);
    if (reasoning !== "") known.reasoning.push(reasoning);
    for (const call of asRecords(delta.tool_calls)) this.#addCall(known.calls, call);
    if (typeof choice.finish_reason === "string") known.finishReason = choice.finish_reason;
  }

  #addCall(calls: Map<number, GatheredCall>, part: LooseRecord): void {
    const index = typeof part.index === "number" ? part.index : calls.size;
    const call = calls.get(index) ?? { id: "", type: "function", function: { name: "", arguments: "" } };
    if (calls.size < mostParts) calls.set(index, call);
    const called = asRecord(part.function);
    call.id ||= asText(part.id);
    call.function.name ||= asText(called.name);
    call.function.arguments += this.#budget.take(asText(called.arguments));
  }
}
