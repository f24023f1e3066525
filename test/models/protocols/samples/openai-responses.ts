import { openAiResponses } from "../../../../src/models/protocols/openai-responses/openai-responses.ts";
import { namedEvents, type Sample } from "./sample.ts";

const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "Z2VoZWlt" };
const message = {
  type: "message",
  id: "msg_1",
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", text: "Schön.", annotations: [] }],
};
const call = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  status: "completed",
  name: "shell",
  arguments: '{"command":["ls"]}',
};
const custom = {
  type: "custom_tool_call",
  id: "ctc_1",
  call_id: "call_2",
  status: "completed",
  name: "apply_patch",
  input: "*** Begin Patch",
};
const response = {
  id: "resp_1",
  object: "response",
  created_at: 1700000000,
  status: "completed",
  error: null,
  incomplete_details: null,
  model: "gpt-5-codex",
  output: [reasoning, message, call, custom],
  usage: {
    input_tokens: 300,
    input_tokens_details: { cached_tokens: 200 },
    output_tokens: 60,
    output_tokens_details: { reasoning_tokens: 40 },
    total_tokens: 360,
  },
};
const begun = { ...response, status: "in_progress", output: [], usage: null };
const place = { item_id: "msg_1", output_index: 1, content_index: 0 };

export const responsesSample: Sample = {
  protocol: openAiResponses,
  path: "/v1/responses",
  header: { model: "gpt-5-codex", stream: true, maxOutputTokens: null, reachesOut: ["web_search"] },
  request: {
    model: "gpt-5-codex",
    stream: true,
    store: false,
    instructions: "You are a coder.",
    input: [
      { type: "message", role: "developer", content: [{ type: "input_text", text: "Stay in the folder." }] },
      { role: "user", content: "Do it." },
      { type: "reasoning", id: "rs_0", summary: [], encrypted_content: "eA==" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Looking." }] },
      { type: "function_call", call_id: "call_0", name: "shell", arguments: '{"command":["pwd"]}' },
      { type: "function_call_output", call_id: "call_0", output: "/home" },
      {
        type: "additional_tools",
        tools: [{ type: "namespace", name: "files", tools: [{ type: "function", name: "open", parameters: {} }] }],
      },
    ],
    tools: [
      { type: "function", name: "shell", description: "Runs.", parameters: { type: "object" } },
      { type: "custom", name: "apply_patch", description: "Patches.", format: { type: "grammar" } },
      { type: "web_search" },
    ],
  },
  readRequest: {
    messages: [
      { role: "system", text: "You are a coder." },
      { role: "system", text: "Stay in the folder." },
      { role: "user", text: "Do it." },
      {
        role: "assistant",
        text: "Looking.",
        toolCalls: [{ id: "call_0", name: "shell", arguments: { command: ["pwd"] } }],
      },
      { role: "tool", callId: "call_0", text: "/home" },
    ],
    tools: [
      { name: "shell", description: "Runs.", parameters: { type: "object" } },
      {
        name: "apply_patch",
        description: "Patches.",
        parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
      },
      { name: "open", description: "", parameters: {} },
    ],
  },
  stream: namedEvents(
    { type: "response.created", sequence_number: 0, response: begun },
    { type: "response.output_item.added", sequence_number: 1, output_index: 0, item: reasoning },
    { type: "response.output_item.done", sequence_number: 2, output_index: 0, item: reasoning },
    { type: "response.output_text.delta", sequence_number: 3, ...place, delta: "Schön." },
    { type: "response.output_item.done", sequence_number: 4, output_index: 1, item: message },
    { type: "response.output_item.done", sequence_number: 5, output_index: 2, item: call },
    { type: "response.output_item.done", sequence_number: 6, output_index: 3, item: custom },
    { type: "response.completed", sequence_number: 7, response },
  ),
  body: response,
  answer: {
    text: "Schön.",
    toolCalls: [
      { id: "call_1", name: "shell", arguments: { command: ["ls"] } },
      { id: "call_2", name: "apply_patch", arguments: { input: "*** Begin Patch" } },
    ],
    finishReason: "tool-calls",
    usage: { inputTokens: 300, cacheReadTokens: 200, cacheWriteTokens: null, outputTokens: 60, reasoningTokens: 40 },
    answeredBy: "gpt-5-codex",
  },
};
