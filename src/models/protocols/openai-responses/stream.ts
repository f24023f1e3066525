import type { ModelAnswer } from "../../../contracts/model.ts";
import type { AnswerContext, StreamWriter } from "../protocol.ts";
import { printEvent } from "../server-sent-events.ts";
import { callItem, messageItem, newId, type OutputItem, writeResponse } from "./answer.ts";

export const streamResponsesAnswer = (context: AnswerContext): StreamWriter => new ResponseStream(context);

class ResponseStream implements StreamWriter {
  readonly #context: AnswerContext;
  readonly #id = newId("resp");
  readonly #messageId = newId("msg");
  #sequence = 0;
  #text: string[] = [];

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  text(piece: string): string {
    const head = this.#text.length === 0 ? `${this.#begin()}${this.#beginMessage()}` : "";
    this.#text.push(piece);
    return `${head}${this.#print("response.output_text.delta", { ...this.#place, delta: piece })}`;
  }

  end(answer: ModelAnswer): string {
    const hasText = this.#text.length > 0;
    const message = hasText ? [messageItem(this.#messageId, this.#text.join(""))] : [];
    const calls = answer.toolCalls.map((call) => callItem(call, this.#context));
    const response = writeResponse(answer, this.#context, this.#id, [...message, ...calls]);
    return [
      hasText ? this.#endMessage(message[0]!) : this.#begin(),
      ...calls.map((item, index) => this.#writeCall(item, message.length + index)),
      this.#print(`response.${response.status}`, { response }),
    ].join("");
  }

  get #place() {
    return { item_id: this.#messageId, output_index: 0, content_index: 0 };
  }

  #print(type: string, members: object): string {
    return printEvent({ type, sequence_number: this.#sequence++, ...members }, type);
  }

  #begin(): string {
    const response = writeResponse(null, this.#context, this.#id, []);
    return `${this.#print("response.created", { response })}${this.#print("response.in_progress", { response })}`;
  }

  #beginMessage(): string {
    const item = { ...messageItem(this.#messageId, ""), status: "in_progress", content: [] };
    const part = { type: "output_text", text: "", annotations: [] };
    return [
      this.#print("response.output_item.added", { output_index: 0, item }),
      this.#print("response.content_part.added", { ...this.#place, part }),
    ].join("");
  }

  #endMessage(item: OutputItem): string {
    const text = this.#text.join("");
    return [
      this.#print("response.output_text.done", { ...this.#place, text }),
      this.#print("response.content_part.done", {
        ...this.#place,
        part: { type: "output_text", text, annotations: [] },
      }),
      this.#print("response.output_item.done", { output_index: 0, item }),
    ].join("");
  }

  #writeCall(item: OutputItem, index: number): string {
    const place = { item_id: item.id, output_index: index };
    const [member, kind] =
      item.type === "function_call" ? ["arguments", "function_call_arguments"] : ["input", "custom_tool_call_input"];
    const added = { ...item, status: "in_progress", [member]: "" };
    return [
      this.#print("response.output_item.added", { output_index: index, item: added }),
      this.#print(`response.${kind}.delta`, { ...place, delta: item[member] }),
      this.#print(`response.${kind}.done`, { ...place, [member]: item[member] }),
      this.#print("response.output_item.done", { output_index: index, item }),
    ].join("");
  }
}
