import { anthropicMessages } from "../../../../src/models/protocols/anthropic-messages/anthropic-messages.ts";
import { namedEvents, type Sample } from "./sample.ts";

const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5-20250929" };
const tool = { type: "tool_use", id: "toolu_1", name: "Bash" };

export const anthropicSample: Sample = {
  protocol: anthropicMessages,
  path: "/v1/messages",
  header: { model: "claude-sonnet-4-5", stream: true, maxOutputTokens: 32000, reachesOut: ["web_search_20250305"] },
  request: {
    model: "claude-sonnet-4-5",
    max_tokens: 32000,
    stream: true,
    system: [{ type: "text", text: "You are an agent.", cache_control: { type: "ephemeral" } }],
    messages: [
      { role: "user", content: "Train a model." },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "c2ln" },
          { type: "text", text: "First I look." },
          { type: "tool_use", id: "toolu_0", name: "Bash", input: { command: "ls" } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_0",
            content: [{ type: "text", text: "no such file" }],
            is_error: true,
          },
          { type: "text", text: "Go on." },
        ],
      },
    ],
    tools: [
      { name: "Bash", description: "Runs a command.", input_schema: { type: "object" } },
      { type: "web_search_20250305", name: "web_search" },
    ],
  },
  readRequest: {
    messages: [
      { role: "system", text: "You are an agent." },
      { role: "user", text: "Train a model." },
      {
        role: "assistant",
        text: "First I look.",
        toolCalls: [{ id: "toolu_0", name: "Bash", arguments: { command: "ls" } }],
      },
      { role: "tool", callId: "toolu_0", text: "no such file", isError: true },
      { role: "user", text: "Go on." },
    ],
    tools: [{ name: "Bash", description: "Runs a command.", parameters: { type: "object" } }],
    maxOutputTokens: 32000,
  },
  stream: namedEvents(
    {
      type: "message_start",
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 20, cache_read_input_tokens: 100, cache_creation_input_tokens: 30, output_tokens: 1 },
      },
    },
    { type: "ping" },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Let me " } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "see" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "YWJj" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Ich prüfe " } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "das: 数" } },
    { type: "content_block_stop", index: 1 },
    { type: "content_block_start", index: 2, content_block: { ...tool, input: {} } },
    { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: "" } },
    { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"command": ' } },
    { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '"wc -l"}' } },
    { type: "content_block_stop", index: 2 },
    {
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { output_tokens: 77 },
    },
    { type: "message_stop" },
  ),
  body: {
    ...message,
    content: [
      { type: "thinking", thinking: "Let me see", signature: "YWJj" },
      { type: "text", text: "Ich prüfe das: 数" },
      { ...tool, input: { command: "wc -l" } },
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 20, cache_read_input_tokens: 100, cache_creation_input_tokens: 30, output_tokens: 77 },
  },
  answer: {
    text: "Ich prüfe das: 数",
    toolCalls: [{ id: "toolu_1", name: "Bash", arguments: { command: "wc -l" } }],
    finishReason: "tool-calls",
    usage: { inputTokens: 150, cacheReadTokens: 100, cacheWriteTokens: 30, outputTokens: 77, reasoningTokens: null },
    answeredBy: "claude-sonnet-4-5-20250929",
  },
};
