import { describe, expect, test } from "vitest";
import type { ModelMessage, ModelRequest } from "../../src/contracts/model.ts";
import { providerKind } from "../../src/models/index.ts";
import type { ModelSettings } from "../../src/models/model-settings.ts";
import { ProviderFailure } from "../../src/models/provider-failure.ts";
import { type ProviderWire, secretKey, wires } from "./wire/provider-wires.ts";
import { events, startWireServer, status, type WireAnswer } from "./wire/wire-server.ts";

const server = await startWireServer();
const open = ({ provider, model, environment }: ProviderWire, settings: ModelSettings = {}) =>
  providerKind(provider).open(model, { environment: environment(server.url), settings });

const bash = {
  name: "bash",
  description: "Runs a command",
  parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
};
const start: ModelMessage[] = [
  { role: "system", text: "You are terse." },
  { role: "user", text: "What is here?" },
];
const request: ModelRequest = { messages: start, tools: [bash] };

/** Sends the start of the answer and cuts the connection. */
function cut(turn: WireAnswer): WireAnswer {
  return (response) => {
    const { end } = response;
    response.end = (() => response.socket?.destroy()) as unknown as typeof end;
    const { write } = response;
    let pieces = 0;
    response.write = ((piece: string) => (++pieces > 3 ? true : write.call(response, piece, "utf8"))) as typeof write;
    turn(response);
  };
}

async function failure(
  wire: ProviderWire,
  answer: WireAnswer,
  asked: ModelRequest = request,
): Promise<ProviderFailure> {
  server.answer(answer);
  const error = await (await open(wire)).call(asked).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderFailure);
  expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain(secretKey);
  return error as ProviderFailure;
}

describe.each(wires)("$provider", (wire) => {
  test("streams an answer with text, a tool call and usage", async () => {
    server.answer(wire.turn);
    const pieces: string[] = [];
    const answer = await (await open(wire)).call({ ...request, onText: (piece) => pieces.push(piece) });
    expect(pieces).toEqual(["Hel", "lo"]);
    expect(answer).toMatchObject({
      text: "Hello",
      toolCalls: [{ id: "call_00001", name: "bash", arguments: { command: "ls" } }],
      finishReason: expect.stringMatching(/^(tool-calls|stop)$/),
      usage: { inputTokens: 120, cacheReadTokens: 100, outputTokens: 30, reasoningTokens: wire.reasoningTokens },
      answeredBy: wire.answeredBy ?? wire.model,
    });
    const [asked] = server.requests;
    expect(asked!.path).toBe(wire.path);
    expect(asked!.headers[wire.keyHeader[0]]).toBe(wire.keyHeader[1]);
    const body = JSON.stringify(asked!.body);
    for (const part of ["You are terse.", "What is here?", "Runs a command"]) expect(body).toContain(part);
  });

  test("gets back what it wants back, with the result of its tool call", async () => {
    server.answer(wire.turn);
    const model = await open(wire);
    const { text, toolCalls, providerData } = await model.call(request);
    // Answers are kept as JSON between calls.
    const kept = JSON.parse(JSON.stringify({ text, toolCalls, providerData }));
    const messages: ModelMessage[] = [
      ...start,
      { role: "assistant", ...kept },
      { role: "tool", callId: "call_00001", text: "README.md" },
    ];
    await model.call({ ...request, messages });
    const body = JSON.stringify(server.requests[1]!.body);
    for (const part of ["Hello", "README.md"]) expect(body.split(part)).toHaveLength(2);
    expect(body).toContain("ls");
    if (wire.returned !== null) expect(body).toContain(wire.returned);

    const foreign: ModelMessage = {
      role: "assistant",
      ...kept,
      providerData: { ...kept.providerData, provider: "other" },
    };
    await model.call({ ...request, messages: [...start, foreign, messages.at(-1)!] });
    const plain = JSON.stringify(server.requests[2]!.body);
    expect(plain).toContain("Hello");
    expect(plain).not.toContain("SIGNED");
  });

  test("reports a failure with its status and how long to wait, without the key", async () => {
    const refused = {
      error: { message: `Slow down, ${secretKey}`, type: "rate_limit_error", code: "x" },
      message: "Slow down",
    };
    const limited = await failure(wire, status(429, refused, { "retry-after": "7" }));
    expect(limited).toMatchObject({ status: 429, retryAfterMs: 7000 });
    expect(limited.message).toMatch(new RegExp(`^${wire.provider}/.*: 429, .*Slow down`));
    const page = await failure(wire, status(503, `<h1>Down for ${secretKey}</h1>`));
    expect(page).toMatchObject({ status: 503, message: expect.stringContaining("<h1>Down for [key]") });
    expect(page.retryAfterMs).toBeUndefined();
  });

  test("reports an answer that broke off, that never came, and that is garbage", async () => {
    expect((await failure(wire, cut(wire.turn))).status).toBeNull();
    expect((await failure(wire, (response) => response.socket?.destroy())).status).toBeNull();
    expect((await failure(wire, status(200, "<html>Log in</html>"))).status).toBeNull();
    expect((await failure(wire, (response) => response.writeHead(200).end())).status).toBeNull();
  });

  test("stops when it is told to", async () => {
    const controller = new AbortController();
    server.answer((response) => response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders());
    const call = (await open(wire)).call({ ...request, signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(new Error("The run is over"));
    await expect(call).rejects.toThrow("The run is over");
  });

  test("passes the settings on", async () => {
    server.answer(wire.turn);
    const settings = { temperature: 0.25, maxOutputTokens: 4321, reasoningEffort: "high" } as const;
    await (await open(wire, settings)).call(request);
    const body = JSON.stringify(server.requests[0]!.body);
    expect(body).toContain("4321");
    expect(body).toMatch(/high|24000|24576/);
  });
});

const wireOf = (provider: string): ProviderWire => wires.find((wire) => wire.provider === provider)!;

test("an error in the middle of a stream has the status that its kind stands for", async () => {
  const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  const begun = { type: "message_start", message: { id: "m", model: "x", usage: { input_tokens: 1 } } };
  expect(await failure(wireOf("anthropic"), events(begun, overloaded))).toMatchObject({
    status: 529,
    message: expect.stringContaining("Overloaded"),
  });
});

test("a server that is not there is named with the reason", async () => {
  const options = { environment: {}, settings: { baseUrl: "http://127.0.0.1:9/v1" } };
  const call = (await providerKind("compatible").open("qwen3", options)).call(request);
  await expect(call).rejects.toThrow(/^compatible\/qwen3: Cannot connect to API: .+/);
  await expect(call).rejects.toMatchObject({ status: null });
});

test("arguments that are not JSON arrive as text and go back as an object", async () => {
  const call = { index: 0, id: "call_1", type: "function", function: { name: "bash", arguments: '{"command": l' } };
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: "c",
    choices: [{ index: 0, delta, finish_reason }],
  });
  server.answer(events(chunk({ tool_calls: [call] }, null), chunk({}, "tool_calls"), "[DONE]"));
  const model = await open(wireOf("compatible"));
  const answer = await model.call(request);
  expect(answer.toolCalls).toEqual([{ id: "call_1", name: "bash", arguments: '{"command": l' }]);
  expect(answer.usage).toMatchObject({ inputTokens: null, outputTokens: null });
  await model.call({ messages: [...start, { role: "assistant", ...answer }] });
  const [sent] = server.requests[1]!.body.messages[2].tool_calls;
  expect(JSON.parse(sent.function.arguments)).toEqual({ malformed: '{"command": l' });
});

test("Bedrock requests are signed when there is a key pair instead of a token", async () => {
  const { AWS_BEARER_TOKEN_BEDROCK: _, ...environment } = wireOf("bedrock").environment(server.url);
  const pair = { AWS_ACCESS_KEY_ID: "AKIA0", AWS_SECRET_ACCESS_KEY: "hidden" };
  server.answer(wireOf("bedrock").turn);
  const options = { environment: { ...environment, ...pair }, settings: {} };
  await (await providerKind("bedrock").open("amazon.nova-pro-v1:0", options)).call(request);
  expect(server.requests[0]!.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA0\//);
});

test("Anthropic caches what a conversation repeats", async () => {
  server.answer(wireOf("anthropic").turn);
  const model = await open(wireOf("anthropic"));
  await model.call(request);
  await model.call({ messages: start });
  const [conversation, question] = server.requests.map(
    ({ body }) => JSON.stringify(body).split("cache_control").length - 1,
  );
  expect([conversation, question]).toEqual([2, 0]);
});
