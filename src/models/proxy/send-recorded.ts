import { type Exchange, sendJson } from "./exchange.ts";

/** Sends an answer that was paid for before, in the form that the client asks for now. */
export function sendRecorded({ response, protocol, header, body }: Exchange, recorded: unknown): void {
  const { conversation } = protocol;
  if (!header.stream || conversation === null) sendJson(response, 200, recorded);
  else {
    const answer = protocol.readAnswer(recorded);
    const writer = conversation.stream({ model: answer.answeredBy, request: body.json });
    const text = answer.text === "" ? "" : writer.text(answer.text);
    response.writeHead(200, { "content-type": "text/event-stream" }).end(`${text}${writer.end(answer)}`);
  }
}
