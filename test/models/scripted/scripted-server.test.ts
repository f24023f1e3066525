import { describe, expect, test } from "vitest";
import { protocols } from "../../../src/models/protocols/index.ts";
import { type ServerScript, startScriptedServer } from "../../../src/models/scripted/scripted-server.ts";
import { conversations, type Question } from "../conversations.ts";

const post = (url: string, { path, body }: Question) =>
  fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) });

const answer = {
  text: "Two  words\nand more.",
  toolCalls: [{ id: "call_1", name: "bash", arguments: { command: "ls" } }],
  usage: { inputTokens: 10, outputTokens: 5 },
};

describe.each(conversations)("$protocol.name", ({ protocol, question }) => {
  test.each([true, false])("answers with text, tool calls and usage (stream: %s)", async (stream) => {
    await using server = await startScriptedServer([answer]);
    const response = await post(server.url, question({ model: "m-1", text: "Hello?", stream }));
    const bytes = Buffer.from(await response.arrayBuffer());
    const assembler = protocol.assemble();
    assembler.push(bytes);
    const body = stream ? assembler.end().body : JSON.parse(bytes.toString());
    expect(protocol.readAnswer(body)).toMatchObject({ ...answer, answeredBy: "m-1", finishReason: "tool-calls" });
    expect(server.calls[0]).toMatchObject({ protocol: protocol.name, model: "m-1", stream });
    expect(server.calls[0]!.request!.messages.at(-1)).toEqual({ role: "user", text: "Hello?" });
  });

  test("fails as the script says, then recovers", async () => {
    const script: ServerScript = [{ error: { status: 429, retryAfterSeconds: 7 } }, { error: { status: 529 } }, answer];
    await using server = await startScriptedServer(script);
    const ask = () => post(server.url, question({ model: "m-1", text: "Hi", stream: true }));
    const limited = await ask();
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await limited.json()).toMatchObject({ error: { message: "Scripted error 429." } });
    expect((await ask()).status).toBe(529);
    expect((await ask()).status).toBe(200);
  });

  test.each([true, false])("cuts an answer (stream: %s)", async (stream) => {
    await using server = await startScriptedServer([{ ...answer, cutAfter: 2 }]);
    const response = await post(server.url, question({ model: "m-1", text: "Hi", stream }));
    await expect(response.text()).rejects.toThrow();
  });
});

test("chooses by the request, counts tokens, serves embeddings, sends garbage and large bodies", async () => {
  await using server = await startScriptedServer(({ model }) =>
    model === "large" ? { bytes: Buffer.alloc(2 ** 20, "x"), repeat: 20 } : { text: model },
  );
  const ask = async (path: string, body: unknown) => (await post(server.url, { path, body })).text();
  expect((await ask("/v1/chat/completions", { model: "large" })).length).toBe(20 * 2 ** 20);
  expect(JSON.parse(await ask("/v1/messages/count_tokens", { model: "m" }))).toEqual({ input_tokens: 4 });
  const embeddings = protocols.find(({ name }) => name === "openai-embeddings")!;
  expect(embeddings.readAnswer(JSON.parse(await ask("/v1/embeddings", { model: "e" }))).answeredBy).toBe("e");
  expect((await post(server.url, { path: "/v1/files", body: {} })).status).toBe(404);
});
