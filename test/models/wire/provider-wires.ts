import { bedrockEvents } from "./bedrock-events.ts";
import { events, type WireAnswer } from "./wire-server.ts";

/** How a provider speaks: the same turn as each of them streams it, and where the parts of a request are. */
export interface ProviderWire {
  readonly provider: string;
  readonly model: string;
  environment(url: string): Record<string, string>;
  readonly path: string;
  readonly keyHeader: readonly [string, string];
  /** Thinks, says "Hello", calls bash with `ls`; 120 tokens in (100 cached), 30 out. */
  readonly turn: WireAnswer;
  /** What the second request must hold of the first answer, besides its text and call. */
  readonly returned: string | null;
  readonly reasoningTokens: number | null;
  /** Null when the package does not pass on which model answered. */
  readonly answeredBy: string | null;
}

const key = "sk-very-secret-key-0123456789";
const chatUsage = {
  prompt_tokens: 120,
  completion_tokens: 30,
  total_tokens: 150,
  prompt_tokens_details: { cached_tokens: 100 },
  completion_tokens_details: { reasoning_tokens: 10 },
};
const chatCall = {
  index: 0,
  id: "call_00001",
  type: "function",
  function: { name: "bash", arguments: '{"command":"ls"}' },
};
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "answered-1",
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});
const chatTurn = (reasoning: object): WireAnswer =>
  chatEvents(reasoning, { ...chunk({}), choices: [], usage: chatUsage });
const chatEvents = (reasoning: object, usage: object): WireAnswer =>
  events(
    chunk({ role: "assistant", ...reasoning }),
    chunk({ content: "Hel" }),
    chunk({ content: "lo" }),
    chunk({ tool_calls: [chatCall] }),
    chunk({}, "tool_calls"),
    usage,
    "[DONE]",
  );

const reasoningItem = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "SIGNED" };
const messageItem = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [] };
const callItem = { type: "function_call", id: "fc_1", call_id: "call_00001", name: "bash", arguments: "" };
const responsesTurn = events(
  { type: "response.created", response: { id: "resp_1", created_at: 1, model: "answered-1", service_tier: null } },
  { type: "response.output_item.added", output_index: 0, item: { ...reasoningItem, encrypted_content: null } },
  { type: "response.output_item.done", output_index: 0, item: reasoningItem },
  { type: "response.output_item.added", output_index: 1, item: { ...messageItem, status: "in_progress" } },
  { type: "response.output_text.delta", item_id: "msg_1", output_index: 1, content_index: 0, delta: "Hel" },
  { type: "response.output_text.delta", item_id: "msg_1", output_index: 1, content_index: 0, delta: "lo" },
  { type: "response.output_item.done", output_index: 1, item: messageItem },
  { type: "response.output_item.added", output_index: 2, item: callItem },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 2, delta: '{"command":"ls"}' },
  {
    type: "response.output_item.done",
    output_index: 2,
    item: { ...callItem, arguments: '{"command":"ls"}', status: "completed" },
  },
  {
    type: "response.completed",
    response: {
      id: "resp_1",
      incomplete_details: null,
      usage: {
        input_tokens: 120,
        input_tokens_details: { cached_tokens: 100 },
        output_tokens: 30,
        output_tokens_details: { reasoning_tokens: 10 },
      },
    },
  },
);

const block = (index: number, start: object, ...deltas: object[]) => [
  { type: "content_block_start", index, content_block: start },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const anthropicUsage = { input_tokens: 20, cache_read_input_tokens: 100, cache_creation_input_tokens: 0 };
const anthropicTurn = events(
  {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "answered-1",
      content: [],
      stop_reason: null,
      usage: { ...anthropicUsage, output_tokens: 1 },
    },
  },
  ...block(
    0,
    { type: "thinking", thinking: "" },
    { type: "thinking_delta", thinking: "Let me look." },
    { type: "signature_delta", signature: "SIGNED" },
  ),
  ...block(1, { type: "text", text: "" }, { type: "text_delta", text: "Hel" }, { type: "text_delta", text: "lo" }),
  ...block(
    2,
    { type: "tool_use", id: "call_00001", name: "bash", input: {} },
    { type: "input_json_delta", partial_json: '{"command":' },
    { type: "input_json_delta", partial_json: '"ls"}' },
  ),
  { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 30 } },
  { type: "message_stop" },
);

const geminiPart = (...parts: object[]) => ({ candidates: [{ content: { role: "model", parts }, index: 0 }] });
const geminiTurn = events(
  { ...geminiPart({ text: "Let me look.", thought: true }), modelVersion: "answered-1", responseId: "r1" },
  geminiPart({ text: "Hel" }),
  geminiPart({ text: "lo" }),
  {
    candidates: [
      {
        content: {
          role: "model",
          parts: [
            { functionCall: { id: "call_00001", name: "bash", args: { command: "ls" } }, thoughtSignature: "SIGNED" },
          ],
        },
        finishReason: "STOP",
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 120,
      cachedContentTokenCount: 100,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 10,
      totalTokenCount: 150,
    },
  },
);

const bedrockTurn = bedrockEvents(
  ["messageStart", { role: "assistant" }],
  ["contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { text: "Let me look." } } }],
  ["contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { signature: "SIGNED" } } }],
  ["contentBlockStop", { contentBlockIndex: 0 }],
  ["contentBlockDelta", { contentBlockIndex: 1, delta: { text: "Hel" } }],
  ["contentBlockDelta", { contentBlockIndex: 1, delta: { text: "lo" } }],
  ["contentBlockStop", { contentBlockIndex: 1 }],
  ["contentBlockStart", { contentBlockIndex: 2, start: { toolUse: { toolUseId: "call_00001", name: "bash" } } }],
  ["contentBlockDelta", { contentBlockIndex: 2, delta: { toolUse: { input: '{"command":"ls"}' } } }],
  ["contentBlockStop", { contentBlockIndex: 2 }],
  ["messageStop", { stopReason: "tool_use" }],
  [
    "metadata",
    {
      usage: {
        inputTokens: 20,
        cacheReadInputTokens: 100,
        cacheWriteInputTokens: 0,
        outputTokens: 30,
        totalTokens: 150,
      },
      metrics: { latencyMs: 5 },
    },
  ],
);

const detail = { type: "reasoning.text", index: 0, format: "anthropic-claude-v1" };
const openrouterTurn = chatTurn({
  reasoning: "Let me look.",
  reasoning_details: [
    { ...detail, text: "Let me " },
    { ...detail, text: "look.", signature: "SIGNED" },
  ],
});
const bearer = ["authorization", `Bearer ${key}`] as const;

export const wires: readonly ProviderWire[] = [
  {
    provider: "openai",
    model: "gpt-5-mini",
    environment: (url) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
    path: "/v1/responses",
    keyHeader: bearer,
    turn: responsesTurn,
    returned: '"encrypted_content":"SIGNED"',
    reasoningTokens: 10,
    answeredBy: "answered-1",
  },
  {
    provider: "anthropic",
    model: "claude-opus-4-6",
    environment: (url) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
    path: "/v1/messages",
    keyHeader: ["x-api-key", key],
    turn: anthropicTurn,
    returned: '"thinking":"Let me look.","signature":"SIGNED"',
    reasoningTokens: null,
    answeredBy: "answered-1",
  },
  {
    provider: "google",
    model: "gemini-3-pro",
    environment: (url) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
    path: "/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
    keyHeader: ["x-goog-api-key", key],
    turn: geminiTurn,
    returned: '"thoughtSignature":"SIGNED"',
    reasoningTokens: 10,
    answeredBy: null,
  },
  {
    provider: "mistral",
    model: "mistral-large-latest",
    environment: (url) => ({ MISTRAL_API_KEY: key, MISTRAL_BASE_URL: url }),
    path: "/v1/chat/completions",
    keyHeader: bearer,
    turn: chatEvents({ content: "" }, chunk({}, "tool_calls", { usage: chatUsage })),
    returned: null,
    reasoningTokens: null,
    answeredBy: "answered-1",
  },
  {
    provider: "openrouter",
    model: "anthropic/claude-sonnet-4.5",
    environment: (url) => ({ OPENROUTER_API_KEY: key, OPENROUTER_BASE_URL: url }),
    path: "/v1/chat/completions",
    keyHeader: bearer,
    turn: openrouterTurn,
    returned: '"text":"Let me look.","signature":"SIGNED"',
    reasoningTokens: 10,
    answeredBy: "answered-1",
  },
  {
    provider: "azure",
    model: "my-deployment",
    environment: (url) => ({ AZURE_OPENAI_API_KEY: key, AZURE_OPENAI_ENDPOINT: url }),
    path: "/openai/v1/responses",
    keyHeader: ["api-key", key],
    turn: responsesTurn,
    returned: '"encrypted_content":"SIGNED"',
    reasoningTokens: 10,
    answeredBy: "answered-1",
  },
  {
    provider: "bedrock",
    model: "anthropic.claude-opus-4-6-v1:0",
    environment: (url) => ({
      AWS_BEARER_TOKEN_BEDROCK: key,
      AWS_REGION: "eu-west-1",
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url,
    }),
    path: "/model/anthropic.claude-opus-4-6-v1%3A0/converse-stream",
    keyHeader: bearer,
    turn: bedrockTurn,
    returned: '"signature":"SIGNED"',
    reasoningTokens: null,
    answeredBy: null,
  },
  {
    provider: "compatible",
    model: "qwen3",
    environment: (url) => ({ COMPATIBLE_API_KEY: key, COMPATIBLE_BASE_URL: `${url}/v1` }),
    path: "/v1/chat/completions",
    keyHeader: bearer,
    turn: chatTurn({ reasoning_content: "Let me look." }),
    returned: '"reasoning_content":"Let me look."',
    reasoningTokens: 10,
    answeredBy: "answered-1",
  },
];

export const secretKey = key;
