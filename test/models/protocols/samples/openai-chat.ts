import { openAiChat } from "../../../../src/models/protocols/openai-chat/openai-chat.ts";
import { events, type Sample } from "./sample.ts";

const usage = {
  prompt_tokens: 120,
  completion_tokens: 35,
  total_tokens: 155,
  prompt_tokens_details: { cached_tokens: 100 },
  completion_tokens_details: { reasoning_tokens: 20 },
};
const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1700000000, model: "gpt-5-mini-2025" };
const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...head,
  choices: [{ index: 0, delta, finish_reason }],
});

export const chatSample: Sample = {
  protocol: openAiChat,
  path: "/v1/chat/completions",
  header: { model: "gpt-5-mini", stream: true, maxOutputTokens: 900, reachesOut: [] },
  request: {
    model: "gpt-5-mini",
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 900,
    messages: [
      { role: "developer", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "List " },
          { type: "image_url", image_url: { url: "data:" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_0", type: "function", function: { name: "bash", arguments: '{"command":"ls"}' } }],
      },
      { role: "tool", tool_call_id: "call_0", content: "a.csv" },
    ],
    tools: [
      {
        type: "function",
        function: { name: "bash", description: "Runs a command.", parameters: { type: "object" }, strict: true },
      },
    ],
  },
  readRequest: {
    messages: [
      { role: "system", text: "Be brief." },
      { role: "user", text: "List [image_url left out]" },
      { role: "assistant", text: "", toolCalls: [{ id: "call_0", name: "bash", arguments: { command: "ls" } }] },
      { role: "tool", callId: "call_0", text: "a.csv" },
    ],
    tools: [{ name: "bash", description: "Runs a command.", parameters: { type: "object" } }],
    maxOutputTokens: 900,
  },
  stream: events(
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "Größe: " }),
    chunk({ content: "5 \u{1F680}" }),
    chunk({
      tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "bash", arguments: '{"comm' } }],
    }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'and":"wc"}' } }] }),
    chunk({
      tool_calls: [{ index: 1, id: "call_2", type: "function", function: { name: "view", arguments: "oops" } }],
    }),
    chunk({}, "tool_calls"),
    { ...head, choices: [], usage },
    "[DONE]",
  ),
  body: {
    ...head,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: "Größe: 5 \u{1F680}",
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "bash", arguments: '{"command":"wc"}' } },
            { id: "call_2", type: "function", function: { name: "view", arguments: "oops" } },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage,
  },
  answer: {
    text: "Größe: 5 \u{1F680}",
    toolCalls: [
      { id: "call_1", name: "bash", arguments: { command: "wc" } },
      { id: "call_2", name: "view", arguments: "oops" },
    ],
    finishReason: "tool-calls",
    usage: {
      inputTokens: 120,
      cacheReadTokens: 100,
      cacheWriteTokens: null,
      outputTokens: 35,
      reasoningTokens: 20,
    },
    answeredBy: "gpt-5-mini-2025",
  },
};
