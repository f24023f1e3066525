import { type Exchange, sendJson } from "./exchange.ts";

/** Sends an answer that was paid for before, in the form that the client asks for now. */
export function sendRecorded({ response, protocol, header }: Exchange, recorded: unknown): void {
  const { conversation } = protocol;
  if (!header.stream || conversation === null) sendJson(response, 200, recorded);
  else response.writeHead(200, { "content-type": "text/event-stream" }).end(conversation.repeat(recorded));
}
