import { gemini } from "../../../../src/models/protocols/gemini/gemini.ts";
import { events, type Sample } from "./sample.ts";

const usageMetadata = {
  promptTokenCount: 90,
  cachedContentTokenCount: 50,
  candidatesTokenCount: 12,
  thoughtsTokenCount: 30,
  totalTokenCount: 132,
};
const call = {
  functionCall: { id: "c1", name: "run_shell_command", args: { command: "ls" } },
  thoughtSignature: "c2ln",
};
const chunk = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
  modelVersion: "gemini-2.5-pro",
  responseId: "r1",
});

/** The chunks of a streamed answer. */
export const geminiChunks = [
  chunk([{ text: "I wonder", thought: true }]),
  chunk([{ text: "Zuerst " }]),
  chunk([{ text: "schauen." }]),
  { ...chunk([call], { finishReason: "STOP" }), usageMetadata },
];

export const geminiSample: Sample = {
  protocol: gemini,
  path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent",
  header: { model: "gemini-2.5-pro", stream: true, maxOutputTokens: 8192, reachesOut: [] },
  request: {
    systemInstruction: { role: "user", parts: [{ text: "You are an agent." }] },
    contents: [
      { role: "user", parts: [{ text: "Look." }, { inlineData: { mimeType: "image/png", data: "AA==" } }] },
      { role: "model", parts: [{ text: "hm", thought: true }, { functionCall: { name: "ls", args: { dir: "." } } }] },
      { role: "user", parts: [{ functionResponse: { name: "ls", response: { output: "a.csv" } } }] },
    ],
    tools: [
      {
        functionDeclarations: [
          {
            name: "ls",
            description: "Lists.",
            parameters: { type: "OBJECT", properties: { type: { type: "STRING" }, dir: { type: "STRING" } } },
          },
        ],
      },
    ],
    generationConfig: { maxOutputTokens: 8192 },
  },
  readRequest: {
    messages: [
      { role: "system", text: "You are an agent." },
      { role: "user", text: "Look.[media left out]" },
      { role: "assistant", text: "", toolCalls: [{ id: "ls-1", name: "ls", arguments: { dir: "." } }] },
      { role: "tool", callId: "ls-1", text: "a.csv" },
    ],
    tools: [
      {
        name: "ls",
        description: "Lists.",
        parameters: { type: "object", properties: { type: { type: "string" }, dir: { type: "string" } } },
      },
    ],
    maxOutputTokens: 8192,
  },
  stream: events(...geminiChunks),
  body: {
    ...chunk([{ text: "I wonder", thought: true }, { text: "Zuerst schauen." }, call], { finishReason: "STOP" }),
    usageMetadata,
  },
  answer: {
    text: "Zuerst schauen.",
    toolCalls: [{ id: "c1", name: "run_shell_command", arguments: { command: "ls" } }],
    finishReason: "tool-calls",
    usage: { inputTokens: 90, cacheReadTokens: 50, cacheWriteTokens: null, outputTokens: 42, reasoningTokens: 30 },
    answeredBy: "gemini-2.5-pro",
  },
};
