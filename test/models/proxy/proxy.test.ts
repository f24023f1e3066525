import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BenchError } from "../../../src/lib/errors.ts";
import { LimitReached } from "../../../src/models/calls/limit-reached.ts";
import type { Protocol } from "../../../src/models/protocols/protocol.ts";
import { ProviderFailure } from "../../../src/models/provider-failure.ts";
import { ProxyModels, wireName } from "../../../src/models/proxy/proxy-models.ts";
import { conversations } from "../conversations.ts";
import { realKey, withProxy } from "./with-proxy.ts";

const answer = {
  text: "One two three.",
  toolCalls: [{ id: "call_1", name: "bash", arguments: { command: "ls" } }],
  usage: { inputTokens: 100, outputTokens: 20 },
};

function read(protocol: Protocol, bytes: Buffer, stream: boolean) {
  if (!stream) return protocol.readAnswer(JSON.parse(bytes.toString()));
  const assembler = protocol.assemble();
  assembler.push(bytes);
  return protocol.readAnswer(assembler.end().body);
}

describe.each(conversations)("$protocol.name", ({ protocol, own, question }) => {
  test.each([true, false])("passes bytes unchanged and reads the usage (stream: %s)", async (stream) => {
    await using its = await withProxy([answer]);
    const asked = question({ model: own, text: "Grüße", stream });
    const text = `${JSON.stringify(asked.body, null, 1)}\n`;
    const response = await its.ask({ ...asked, body: text }, { headers: { "anthropic-beta": "x-1" } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(read(protocol, bytes, stream)).toMatchObject(answer);
    const [received] = its.provider.calls;
    expect(received!.bytes.toString()).toBe(text);
    expect(received!.headers).toMatchObject({ "anthropic-beta": "x-1" });
    expect(JSON.stringify(received!.headers)).toContain(realKey);
    expect(JSON.stringify(received!.headers)).not.toContain(its.proxy.key);
    const [call] = its.door.calls;
    expect(call!.start).toMatchObject({ protocol: protocol.name, name: { model: own }, request: asked.body });
    expect(call!.answer).toMatchObject({
      usage: answer.usage,
      finishReason: "tool-calls",
      answeredBy: own,
      bytes: { length: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") },
    });
  });

  test("an unknown model is refused in the protocol's own words, and never reaches the provider", async () => {
    await using its = await withProxy([answer]);
    const response = await its.ask(question({ model: "gpt-secret", text: "Hi", stream: true }));
    expect(response.status).toBe(404);
    expect(protocolError(await response.json())).toMatch(/`gpt-secret` does not exist.*gpt-1, .*other-1, small-gpt-1/);
    expect(its.provider.calls).toEqual([]);
    expect(its.door.calls).toEqual([]);
  });

  test("a limit is told in the protocol's own shape, with a status that clients do not try again", async () => {
    await using its = await withProxy([answer]);
    its.door.refusal = new LimitReached("cost", 2, 1.5);
    const response = await its.ask(question({ model: own, text: "Hi", stream: true }));
    expect([402, 403]).toContain(response.status);
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(protocolError(await response.json())).toMatch(/cost limit of \$1.5/);
    expect(its.failures).toEqual([]);
  });

  test("an alias renames a model that its provider has", async () => {
    await using its = await withProxy([answer]);
    const response = await its.ask(question({ model: `small-${own}`, text: "Hi", stream: false }));
    expect(response.status).toBe(200);
    expect(its.provider.calls[0]!.model).toBe(own);
    expect(its.door.calls[0]!.start.name.model).toBe(own);
  });

  test.each([true, false])("an alias is translated for a model that does not speak it (stream: %s)", async (stream) => {
    await using its = await withProxy([answer]);
    const response = await its.ask(question({ model: "claude-x", text: "you", stream }));
    const read1 = read(protocol, Buffer.from(await response.arrayBuffer()), stream);
    expect(read1).toMatchObject({ text: "other-1 heard you", finishReason: "stop", answeredBy: "claude-x" });
    expect(read1.usage).toMatchObject({ inputTokens: 3, outputTokens: 4 });
    expect(its.provider.calls).toEqual([]);
  });

  test("failures before the first byte are tried again, and the last one is passed on", async () => {
    const limited = { error: { status: 429, retryAfterSeconds: 3, message: `Slow down, ${realKey}.` } };
    await using its = await withProxy([limited, { error: { status: 529 } }, { text: "x", cutAfter: 0 }, answer]);
    const asked = question({ model: own, text: "Hi", stream: true });
    expect((await its.ask(asked)).status).toBe(200);
    expect(its.door.calls[0]!.tries).toEqual([
      expect.objectContaining({ status: 429, retryAfterMs: 3000, message: "Slow down, ************************." }),
      expect.objectContaining({ status: 529 }),
      expect.objectContaining({ status: null }),
    ]);

    await using broken = await withProxy([limited]);
    const response = await broken.ask(asked);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(protocolError(await response.json())).toBe("Slow down, ************************.");
    expect(broken.door.calls[0]!.failure).toMatchObject({ status: 429 });
  });

  test("a stream that the provider cuts is cut for the client, and recorded with what came", async () => {
    await using its = await withProxy([{ ...answer, cutAfter: 2 }]);
    const response = await its.ask(question({ model: own, text: "Hi", stream: true }));
    await expect(response.text()).rejects.toThrow();
    await expect.poll(() => its.door.calls[0]!.failure?.message).toMatch(/^The (?:answer broke off|provider's stream)/);
    if (protocol.name !== "openai-responses") {
      expect(protocol.readAnswer(its.door.calls[0]!.failure!.body).text).toBe("One two");
    }
    expect(its.provider.calls).toHaveLength(1);
  });

  test("a recorded answer is sent again without a call", async () => {
    await using its = await withProxy([answer]);
    const asked = question({ model: own, text: "Hi", stream: false });
    its.door.recorded = await (await its.ask(asked)).json();
    const again = await its.ask(question({ model: own, text: "Hi", stream: true }));
    expect(read(protocol, Buffer.from(await again.arrayBuffer()), true)).toMatchObject(answer);
    expect(its.provider.calls).toHaveLength(1);
  });
});

const protocolError = (body: unknown): string => (body as { error: { message: string } }).error.message;

test("signed reasoning goes back to a translated model, though the protocol has no place for it", async () => {
  await using its = await withProxy([answer]);
  const tools = [{ type: "function", function: { name: "bash", parameters: {} } }];
  const ask = async (messages: unknown[]) => {
    const body = { model: "claude-x", messages, tools };
    const { choices } = (await (await its.ask({ path: "/v1/chat/completions", body })).json()) as {
      choices: { message: { tool_calls: { function: { arguments: string } }[] } }[];
    };
    return choices[0]!.message;
  };
  const user = { role: "user", content: "a" };
  const first = await ask([user]);
  const second = await ask([user, first, { role: "tool", tool_call_id: "echo_1", content: "b" }]);
  expect(JSON.parse(second.tool_calls[0]!.function.arguments)).toEqual({ returned: [{ signed: "s" }] });
});

test("a failed translation is told in the client's protocol", async () => {
  await using its = await withProxy([answer], {
    open: async () => ({
      name: "x/y",
      forRole: () => {
        throw new Error("unused");
      },
      call: async () => {
        throw new ProviderFailure("Busy.", { status: 529, retryAfterMs: 1500 });
      },
    }),
  });
  const body = { model: "claude-x", max_tokens: 5, messages: [{ role: "user", content: "a" }] };
  const response = await its.ask({ path: "/v1/messages", body });
  expect([response.status, response.headers.get("retry-after")]).toEqual([529, "2"]);
  expect(await response.json()).toEqual({ type: "error", error: { type: "overloaded_error", message: "Busy." } });
});

test("clients find the models, and something at the root", async () => {
  await using its = await withProxy([answer]);
  const headers = { authorization: `Bearer ${its.proxy.key}` };
  const get = async (path: string) => (await fetch(`${its.proxy.url}${path}`, { headers })).json();
  expect(await get("/v1/models")).toMatchObject({ object: "list", has_more: false });
  expect(JSON.stringify(await get("/v1/models"))).toMatch(/"id":"gpt-1".*"id":"other-1".*"id":"small-gpt-1"/);
  expect(JSON.stringify(await get("/v1beta/models"))).toContain('"name":"models/flash-1"');
  expect(await get("/v1/models/gpt-1")).toMatchObject({ id: "gpt-1" });
  expect(await get("/v1/models/gpt-2")).toMatchObject({ error: { code: "unknown_url" } });
  expect((await fetch(`${its.proxy.url}/`, { method: "HEAD" })).status).toBe(200);
});

test("tokens are counted, and embeddings pass but are never translated", async () => {
  await using its = await withProxy([{ usage: { inputTokens: 8 } }]);
  const count = { path: "/v1/messages/count_tokens", body: { model: "sonnet-1", messages: [] } };
  expect(await (await its.ask(count)).json()).toHaveProperty("input_tokens");
  expect(its.door.calls[0]).toMatchObject({ start: { protocol: "anthropic-count-tokens" } });
  expect(await (await its.ask({ ...count, body: { model: "claude-x" } })).json()).toEqual({ input_tokens: 5 });
  expect((await its.ask({ path: "/v1/embeddings", body: { model: "gpt-1", input: "a" } })).status).toBe(200);
  expect(its.door.calls[1]!.answer!.usage).toMatchObject({ inputTokens: 8, outputTokens: 0 });
  expect((await its.ask({ path: "/v1/embeddings", body: { model: "claude-x", input: "a" } })).status).toBe(404);
});

test("the port asks for the run's key, and nothing of the client's identity goes out", async () => {
  await using its = await withProxy([answer]);
  const asked = { path: "/v1/chat/completions?key=abc&beta=true", body: { model: "gpt-1", messages: [] } };
  const stranger = await its.ask(asked, { headers: { authorization: "Bearer sk-guess" } });
  expect(stranger.status).toBe(401);
  const own = { authorization: "", "x-api-key": its.proxy.key, cookie: "a=b", "openai-organization": "org" };
  expect((await its.ask(asked, { headers: own })).status).toBe(200);
  const { headers, url } = its.provider.calls[0]!;
  expect(Object.keys(headers).filter((name) => /cookie|organization|x-api-key/.test(name))).toEqual([]);
  expect(JSON.stringify(headers)).not.toContain(its.proxy.key);
  expect(url).toBe("/v1/chat/completions?beta=true");
});

test("requests that make no sense are refused in the protocol's shape", async () => {
  await using its = await withProxy([answer], { mostRequestBytes: 1000 });
  const ask = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await its.ask({ path, body: "" }, { body, headers });
    return [response.status, protocolError(await response.json())];
  };
  expect(await ask("/v1/messages", "{oops")).toEqual([400, "The request is not JSON."]);
  expect(await ask("/v1/messages", "[]")).toEqual([400, "The request does not name a model."]);
  expect((await ask("/v1/chat/completions", "x".repeat(5_000_000)))[0]).toBe(413);
  const bomb = gzipSync("x".repeat(500_000));
  expect((await ask("/v1/chat/completions", bomb, { "content-encoding": "gzip" }))[0]).toBe(413);
  expect((await ask("/v1/chat/completions", "x", { "content-encoding": "gzip" }))[0]).toBe(400);
  expect((await ask("/v1/chat/completions", "{}", { "content-encoding": "zstd" }))[0]).toBe(400);
  const background = JSON.stringify({ model: "gpt-1", background: true });
  expect(await ask("/v1/responses", background)).toEqual([400, "Background responses are not supported here."]);
  expect(await ask("/v1/files", "{}")).toEqual([404, "There is no POST /v1/files here."]);
  expect(its.failures).toEqual([]);
});

test("a model whose price is unknown is refused, and the run goes on", async () => {
  await using its = await withProxy([answer]);
  its.door.refusal = new BenchError("unknown-price", "The price of mistral/large-9 is unknown.");
  const response = await its.ask({ path: "/v1/chat/completions", body: { model: "large-9", messages: [] } });
  expect([response.status, protocolError(await response.json())]).toEqual([404, expect.stringMatching(/price/)]);
  expect(its.failures).toEqual([]);
});

test("an answer in one piece is read, though a stream was asked for", async () => {
  const body = { model: "gpt-1", choices: [{ message: { content: realKey }, finish_reason: "stop" }] };
  await using its = await withProxy([{ bytes: Buffer.from(JSON.stringify(body)) }]);
  const asked = { model: "gpt-1", stream: true, messages: [] };
  expect(await (await its.ask({ path: "/v1/chat/completions", body: asked })).text()).not.toContain(realKey);
  expect(its.door.calls[0]!.answer).toMatchObject({ finishReason: "stop", answeredBy: "gpt-1" });
  expect(JSON.stringify(its.door.calls[0]!.answer)).not.toContain(realKey);
});

test("a compressed request passes as it is", async () => {
  await using its = await withProxy([answer]);
  const body = gzipSync(JSON.stringify({ model: "gpt-1", messages: [{ role: "user", content: "a" }] }));
  const headers = { "content-encoding": "gzip" };
  expect((await its.ask({ path: "/v1/chat/completions", body: "" }, { body, headers })).status).toBe(200);
  expect(its.provider.calls[0]!.bytes.equals(body)).toBe(true);
  expect(its.provider.calls[0]!.headers["content-encoding"]).toBe("gzip");
});

test("patterns allow the models that match, of providers that can be reached", async () => {
  await using its = await withProxy([answer]);
  const ask = async (model: string) =>
    (await its.ask({ path: "/v1/chat/completions", body: { model, messages: [] } })).status;
  expect(await ask("large-2")).toBe(200);
  expect(await ask("mistral/large-3")).toBe(200);
  expect(await ask("small-2")).toBe(404);
  expect(its.door.calls.map(({ start }) => start.name)).toEqual([
    { provider: "mistral", model: "large-2" },
    { provider: "mistral", model: "large-3" },
  ]);
  expect(its.provider.calls.map(({ model }) => model)).toEqual(["large-2", "large-3"]);
});

test("a model in a file is asked for by the file's name", () => {
  const models = new ProxyModels({ models: ["scripted/some/where/demo.yaml"], aliases: {}, settings: {} }, {});
  expect(models.names).toEqual(["demo"]);
  expect(wireName({ provider: "openrouter", model: "qwen/coder" })).toBe("qwen/coder");
});

test("a model that cannot be reached is refused before anything starts", () => {
  const offer = { models: ["openai/gpt-1"], aliases: {}, settings: {} };
  expect(() => new ProxyModels(offer, {})).toThrow(/OPENAI_API_KEY/);
});
