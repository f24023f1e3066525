import type { Model, ModelMessage } from "../../contracts/model.ts";
import type { Conversation } from "../protocols/protocol.ts";
import { type Exchange, sendJson } from "./exchange.ts";

/** How many answers are remembered for `providerData`. */
const mostRemembered = 1000;

/**
 * Remembers what a provider wants back with its answers, such as signed reasoning: the client's protocol has no place for it.
 * Answers with tool calls are found again by the first call's id.
 */
export class ReturnedData {
  readonly #data = new Map<string, unknown>();

  remember(callId: string | undefined, data: unknown): void {
    if (callId === undefined || data === undefined) return;
    this.#data.set(callId, data);
    const oldest = this.#data.keys().next().value;
    if (this.#data.size > mostRemembered && oldest !== undefined) this.#data.delete(oldest);
  }

  putBack(message: ModelMessage): ModelMessage {
    const id = message.role === "assistant" ? message.toolCalls[0]?.id : undefined;
    return id === undefined || !this.#data.has(id)
      ? message
      : ({ ...message, providerData: this.#data.get(id) } as ModelMessage);
  }
}

/** Lets a model answer that does not speak the client's protocol. Text is streamed as it arrives. */
export async function translate(
  exchange: Exchange,
  conversation: Conversation,
  model: Model,
  returned: ReturnedData,
): Promise<void> {
  const { response, header, body, operation, signal } = exchange;
  if (operation.action === "count") {
    return sendJson(response, 200, conversation.writeCount(Math.ceil(body.bytes.length / 4)));
  }
  const context = { model: header.model ?? "", request: body.json };
  const request = conversation.readRequest(body.json);
  const messages = request.messages.map((message) => returned.putBack(message));
  const writer = header.stream ? conversation.stream(context) : null;
  const write = (piece: string): void => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(piece);
  };
  let hasText = false;
  const onText = (piece: string): void => {
    if (writer === null || piece === "") return;
    hasText = true;
    write(writer.text(piece));
  };
  const answer = await model.call({ ...request, messages, signal, ...(writer === null ? {} : { onText }) });
  returned.remember(answer.toolCalls[0]?.id, answer.providerData);
  if (writer === null) return sendJson(response, 200, conversation.writeAnswer(answer, context));
  if (!hasText) onText(answer.text);
  write(writer.end(answer));
  response.end();
}
