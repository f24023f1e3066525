import type { AgentTask } from "../../contracts/agent.ts";
import type { ModelMessage, ToolCall } from "../../contracts/model.ts";
import { type ReactEvent, reactEvents } from "./events.ts";

type Answer = Extract<ReactEvent, { type: "answer" }>;

/** The messages before the first answer: how to work, and the task. They are never summarized. */
const opening = 2;

/** Some providers refuse a message without text. */
const nothingSaid = "(no answer)";

/** The conversation with the model, as a fold over recorded events: what is not recorded has not been said. */
export class Conversation {
  readonly #record: (event: ReactEvent) => void;
  #messages: ModelMessage[] = [];
  #tools: readonly string[] | null = null;
  #lastAnswer: Answer | null = null;
  #results = 0;
  #allResults = 0;
  #idle = 0;
  #filtered = 0;
  #isOver = false;
  readonly used = { calls: 0, tokens: 0, cost: 0 };

  constructor({ record, earlier = [] }: Pick<AgentTask, "record" | "earlier">) {
    this.#record = record;
    for (const event of earlier) this.#apply(reactEvents.parse(event));
  }

  /** Records an event, then takes it into account. */
  add(event: ReactEvent): void {
    this.#record(event);
    // As a later host will read it.
    this.#apply(JSON.parse(JSON.stringify(event)) as ReactEvent);
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** The names of the tools that were offered first; null at the beginning. */
  get tools(): readonly string[] | null {
    return this.#tools;
  }

  get lastAnswer(): Answer | null {
    return this.#lastAnswer;
  }

  /** What the last answer asked for and has not got yet, in order. */
  get openCalls(): readonly ToolCall[] {
    return this.#lastAnswer?.toolCalls.slice(this.#results) ?? [];
  }

  /** The number of the next result, counted over the whole run. */
  get nextResult(): number {
    return this.#allResults + 1;
  }

  /** How many answers in a row asked for nothing, and how many were stopped by a content filter. */
  get idle(): number {
    return this.#idle;
  }

  get filtered(): number {
    return this.#filtered;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  #apply(event: ReactEvent): void {
    switch (event.type) {
      case "started":
        this.#tools = event.tools;
        return;
      case "message":
        this.#messages.push({ role: event.role, text: event.text });
        return;
      case "answer":
        this.#spend(event);
        this.#takeAnswer(event);
        return;
      case "result": {
        const { callId, text, isError, ends } = event;
        this.#messages.push({ role: "tool", callId, text, ...(isError ? { isError } : {}) });
        this.#results += 1;
        this.#allResults += 1;
        this.#isOver ||= ends === true;
        return;
      }
      case "compacted": {
        this.#spend(event);
        const kept = event.kept === 0 ? [] : this.#messages.slice(-event.kept);
        this.#messages = [...this.#messages.slice(0, opening), { role: "user", text: event.text }, ...kept];
        // What the last answer took no longer says how long the conversation is.
        if (this.#lastAnswer !== null) this.#lastAnswer = { ...this.#lastAnswer, inputTokens: null };
        return;
      }
      case "continued":
    }
  }

  #takeAnswer(answer: Answer): void {
    const { text, toolCalls, providerData } = answer;
    this.#lastAnswer = answer;
    this.#results = 0;
    this.#idle = toolCalls.length === 0 ? this.#idle + 1 : 0;
    this.#filtered = answer.finishReason === "content-filter" ? this.#filtered + 1 : 0;
    this.#messages.push({
      role: "assistant",
      text: text === "" && toolCalls.length === 0 ? nothingSaid : text,
      toolCalls,
      ...(providerData === undefined ? {} : { providerData }),
    });
  }

  #spend({ inputTokens, outputTokens, cost }: Pick<Answer, "inputTokens" | "outputTokens" | "cost">): void {
    this.used.calls += 1;
    this.used.tokens += (inputTokens ?? 0) + (outputTokens ?? 0);
    this.used.cost += cost ?? 0;
  }
}
