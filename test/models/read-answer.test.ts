import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { readAnswer } from "../../src/models/sdk/read-answer.ts";

async function* stream(input: string): AsyncGenerator<LanguageModelV3StreamPart> {
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  yield { type: "tool-call", toolCallId: "1", toolName: "bash", input };
  yield {
    type: "finish",
    finishReason: { unified: "tool-calls", raw: "tool_calls" },
    usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
  };
}

const argumentsOf = async (input: string): Promise<unknown> => {
  const answer = await readAnswer(stream(input), { provider: "test", model: "test", returnsMetadata: false });
  // As every record of it does.
  expect(() => JSON.stringify(answer)).not.toThrow();
  return answer.toolCalls[0]!.arguments;
};

test("arguments of a tool call that are nested without end stay text", async () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  expect(await argumentsOf(`{"command": ${deep}}`)).toBe(`{"command": ${deep}}`);
});

test("brackets in the text of an argument are not nesting", async () => {
  const command = `echo ${"[{".repeat(5000)} \\" ]`;
  expect(await argumentsOf(JSON.stringify({ command }))).toEqual({ command });
});
