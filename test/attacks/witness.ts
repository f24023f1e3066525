import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { listening, stopServer } from "../../src/lib/http-server.ts";

/** A request as it reached the provider. */
export interface Witnessed {
  readonly method: string;
  readonly url: string;
  readonly headers: string;
  readonly body: string;
}

/** A provider that answers everything, and remembers every request, whatever it is. */
export async function startWitness() {
  const seen: Witnessed[] = [];
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    const body = (await buffer(request).catch(() => Buffer.from("cut"))).toString("latin1");
    const { method = "", url = "" } = request;
    seen.push({ method, url, headers: request.rawHeaders.join("\n"), body });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await listening(server, { port: 0, host: "127.0.0.1" });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, [Symbol.asyncDispose]: () => stopServer(server) };
}

const answer = {
  id: "answer",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
};
