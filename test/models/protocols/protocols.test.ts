import { describe, expect, test } from "vitest";
import type { ModelAnswer } from "../../../src/contracts/model.ts";
import { protocols } from "../../../src/models/protocols/index.ts";
import { openAiEmbeddings } from "../../../src/models/protocols/openai-embeddings.ts";
import type { AssembledStream, Protocol } from "../../../src/models/protocols/protocol.ts";
import { anthropicSample } from "./samples/anthropic-messages.ts";
import { geminiChunks, geminiSample } from "./samples/gemini.ts";
import { chatSample } from "./samples/openai-chat.ts";
import { responsesSample } from "./samples/openai-responses.ts";

const samples = [chatSample, responsesSample, anthropicSample, geminiSample];

function assemble(protocol: Protocol, ...chunks: readonly Uint8Array[]): AssembledStream {
  const assembler = protocol.assemble();
  for (const chunk of chunks) assembler.push(chunk);
  return assembler.end();
}

describe.each(samples)("$protocol.name", ({ protocol, path, header, request, readRequest, stream, body, answer }) => {
  const operation = protocol.match("POST", path)!;
  const conversation = protocol.conversation!;
  const bytes = Buffer.from(stream);

  test("a request is recognized by its path, and by no other protocol", () => {
    expect(protocols.filter((other) => other.match("POST", path) !== null)).toEqual([protocol]);
    expect(protocol.match("GET", path)).toBeNull();
    expect(protocol.match("POST", `${path}/more`)).toBeNull();
  });

  test("a request reads in our own terms", () => {
    expect(protocol.readHeader(request, operation)).toEqual(header);
    expect(conversation.readRequest(request)).toEqual(readRequest);
  });

  test("a renamed request differs only in its model", () => {
    const renamed = protocol.rename(request, operation, "other");
    expect(JSON.stringify([renamed.path, renamed.body]).replaceAll("other", header.model)).toBe(
      JSON.stringify([operation.path, request]),
    );
  });

  test("an answer reads in our own terms", () => {
    expect(protocol.readAnswer(body)).toEqual(answer);
  });

  test("a stream is assembled to the answer without streaming, wherever it is cut into chunks", () => {
    const whole = { body, isComplete: true, error: null };
    expect(assemble(protocol, bytes)).toEqual(whole);
    expect(assemble(protocol, ...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(assemble(protocol, bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(whole);
    }
  });

  test("a stream may use other line ends", () => {
    const other = Buffer.from(stream.replaceAll("\n", "\r\n"));
    for (let cut = 0; cut <= other.length; cut += 7) {
      expect(assemble(protocol, other.subarray(0, cut), other.subarray(cut)).body).toEqual(body);
    }
  });

  test("a stream that ends early is not complete, and never throws", () => {
    const text = bytes.toString("latin1");
    for (let end = 0; end < bytes.length; end += 1) {
      const { isComplete } = assemble(protocol, bytes.subarray(0, end));
      const isWhole = /"finish_reason":"|"finishReason":"|"message_stop"|"response.completed"/.test(text.slice(0, end));
      if (!isWhole) expect(isComplete).toBe(false);
    }
  });

  test("garbage reads as an empty answer", () => {
    const garbage = [null, 7, "text", [], [null], { choices: 1, content: [1], output: {}, candidates: [[]] }];
    for (const value of [...garbage, { messages: [null], contents: [3], input: [[]], tools: [{}] }]) {
      expect(protocol.readAnswer(value).toolCalls).toEqual([]);
      expect(conversation.readRequest(value).messages).toBeDefined();
      expect(protocol.readHeader(value, operation).maxOutputTokens).toBeNull();
      const line = Buffer.from(`data: ${JSON.stringify(value)}\n\n\xff\xfedata: {\n\n`, "latin1");
      expect(assemble(protocol, line).isComplete).toBe(false);
    }
  });

  const written: ModelAnswer = {
    ...answer,
    toolCalls: answer.toolCalls.filter((call) => typeof call.arguments === "object"),
    answeredBy: header.model,
  };
  const context = { model: header.model, request };

  test("an answer that was written reads the same", () => {
    expect(protocol.readAnswer(conversation.writeAnswer(written, context))).toEqual(writtenAs(written));
  });

  test.each(["stop", "length", "content-filter"] as const)("an answer that ended by %s reads the same", (reason) => {
    const plain = { ...written, toolCalls: [], finishReason: reason };
    expect(protocol.readAnswer(conversation.writeAnswer(plain, context)).finishReason).toBe(reason);
    const writer = conversation.stream(context);
    const stream = assemble(protocol, Buffer.from(writer.text("a") + writer.end(plain)));
    expect(protocol.readAnswer(stream.body).finishReason).toBe(reason);
  });

  test("a stream that was written is assembled to the same answer", () => {
    const writer = conversation.stream(context);
    const text = [...written.text].map((piece) => writer.text(piece)).join("") + writer.end(written);
    const assembled = assemble(protocol, Buffer.from(text));
    expect(assembled).toMatchObject({ isComplete: true, error: null });
    expect(protocol.readAnswer(assembled.body)).toEqual(writtenAs(written));
  });

  test("an answer without text is written as a stream too", () => {
    const silent = { ...written, text: "" };
    const { body, isComplete } = assemble(protocol, Buffer.from(conversation.stream(context).end(silent)));
    expect(isComplete).toBe(true);
    expect(protocol.readAnswer(body)).toEqual(writtenAs(silent));
  });

  test("a recorded answer is repeated as a stream that is assembled to the same, reasoning included", () => {
    const bodies = [body, assemble(protocol, Buffer.from(conversation.stream(context).end(written))).body];
    for (const recorded of bodies) {
      const repeated = Buffer.from(conversation.repeat(recorded));
      expect(assemble(protocol, repeated)).toEqual({ body: recorded, isComplete: true, error: null });
    }
  });

  test("an error within the stream is reported", () => {
    const { body } = protocol.writeError("overloaded", "Try later.");
    const line = Buffer.from(`data: ${JSON.stringify(body)}\n\n`);
    expect(assemble(protocol, bytes.subarray(0, bytes.indexOf("\n\n") + 2), line).error).toBe("Try later.");
  });

  test("only passing conditions have a status that clients try again", () => {
    const kinds = ["limit", "unknown-model", "invalid-request", "too-large", "not-found"] as const;
    for (const kind of kinds) expect(protocol.writeError(kind, "x").status).toBeLessThan(429);
    expect(protocol.writeError("rate-limit", "x").status).toBe(429);
    expect(protocol.writeError("overloaded", "x").status).toBeGreaterThanOrEqual(500);
  });
});

/** Protocols without a field for tokens written to a cache, or for reasoning, lose or zero them. */
function writtenAs(answer: ModelAnswer): unknown {
  return { ...answer, usage: expect.objectContaining({ outputTokens: answer.usage.outputTokens }) };
}

test("a Gemini stream may also be one array", () => {
  const bytes = Buffer.from(`[${geminiChunks.map((chunk) => JSON.stringify(chunk)).join("\n,\r\n")}\n]`);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const stream = assemble(geminiSample.protocol, bytes.subarray(0, cut), bytes.subarray(cut));
    expect(stream).toEqual({ body: geminiSample.body, isComplete: true, error: null });
  }
  const cutOff = assemble(geminiSample.protocol, bytes.subarray(0, bytes.length - 40));
  expect(cutOff).toMatchObject({ isComplete: false, body: { modelVersion: "gemini-2.5-pro" } });
});

test("a Gemini prompt that was blocked is an answer", () => {
  const blocked = { promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 5 } };
  const stream = assemble(geminiSample.protocol, Buffer.from(`data: ${JSON.stringify(blocked)}\n\n`));
  expect(stream.isComplete).toBe(true);
  expect(geminiSample.protocol.readAnswer(stream.body)).toMatchObject({ finishReason: "content-filter" });
});

test("embeddings report what they used", () => {
  const operation = openAiEmbeddings.match("POST", "/v1/embeddings")!;
  const request = { model: "text-embedding-3-small", input: ["a", "b"] };
  expect(openAiEmbeddings.readHeader(request, operation).model).toBe("text-embedding-3-small");
  const body = {
    object: "list",
    data: [],
    model: "text-embedding-3-small",
    usage: { prompt_tokens: 8, total_tokens: 8 },
  };
  expect(openAiEmbeddings.readAnswer(body).usage).toMatchObject({ inputTokens: 8, outputTokens: 0 });
});

test("requests that only count tokens are recorded under a name of their own", () => {
  const names = ["/v1/messages/count_tokens", "/v1beta/models/gemini-2.5-pro:countTokens"].map((path) =>
    protocols.flatMap((protocol) => protocol.match("POST", path) ?? []).map(({ name, action }) => [name, action]),
  );
  expect(names).toEqual([[["anthropic-count-tokens", "count"]], [["gemini-count-tokens", "count"]]]);
});

test("the kept text of an endless stream is bounded", () => {
  const chunk = { choices: [{ index: 0, delta: { content: "x".repeat(2 ** 20) } }] };
  const bytes = Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
  const assembler = chatSample.protocol.assemble();
  for (let count = 0; count < 100; count += 1) assembler.push(bytes);
  assembler.push(Buffer.from("data: "));
  for (let count = 0; count < 100; count += 1) assembler.push(Buffer.alloc(2 ** 20, "y"));
  assembler.push(Buffer.from(`\n\n${chatSample.stream}`));
  const { body, isComplete } = assembler.end();
  expect(JSON.stringify(body).length).toBeLessThan(17 * 2 ** 20);
  expect(isComplete).toBe(true);
  expect(chatSample.protocol.readAnswer(body).usage).toEqual(chatSample.answer.usage);
});
