import { expect, test } from "vitest";
import { conversations } from "../conversations.ts";
import { withProxy } from "./with-proxy.ts";

const link = "https://example.com/data.png";
const inline = "data:image/png;base64,AAAA";

/** Requests by protocol, of which a part is given. */
function requestOf(protocol: string, part: Record<string, unknown>) {
  const { own, question } = conversations.find((each) => each.protocol.name === protocol)!;
  const asked = question({ model: own, text: "Hi", stream: false });
  return { ...asked, body: { ...(asked.body as object), ...part } };
}

const user = (content: unknown) => [{ role: "user", content }];
const parts = (part: unknown) => [{ role: "user", parts: [part] }];

test.each<[string, string, Record<string, unknown>]>([
  ["openai-chat", "web_search_options", { web_search_options: {} }],
  ["openai-chat", "plugins", { plugins: [{ id: "web" }] }],
  ["openai-chat", "enable_search", { enable_search: true }],
  ["openai-chat", "openrouter:web_search", { tools: [{ type: "openrouter:web_search" }] }],
  ["openai-chat", "image_url", { messages: user([{ type: "image_url", image_url: { url: link } }]) }],
  ["openai-chat", "file_data", { messages: user([{ type: "file", file: { file_data: link } }]) }],
  ["openai-responses", "web_search", { tools: [{ type: "web_search", external_web_access: false }] }],
  ["openai-responses", "web_search_preview", { tools: { type: "web_search_preview" } }],
  ["openai-responses", "code_interpreter", { tools: [{ type: "code_interpreter" }] }],
  ["openai-responses", "file_search", { tools: [{ type: "file_search" }] }],
  ["openai-responses", "mcp", { tools: [{ type: "namespace", name: "a", tools: [{ type: "mcp" }] }] }],
  ["openai-responses", "shell", { tools: [{ type: "shell", environment: { type: "container_auto" } }] }],
  ["openai-responses", "web_search", { input: [{ type: "additional_tools", tools: [{ type: "web_search" }] }] }],
  ["openai-responses", "prompt", { prompt: { id: "pmpt_1" } }],
  ["openai-responses", "image_url", { input: [{ type: "input_image", image_url: link }] }],
  [
    "openai-responses",
    "file_url",
    { input: [{ type: "function_call_output", output: [{ type: "input_file", file_url: link }] }] },
  ],
  ["anthropic-messages", "web_search_20250305", { tools: [{ type: "web_search_20250305", name: "web_search" }] }],
  ["anthropic-messages", "web_fetch_20250910", { tools: [{ type: "web_fetch_20250910", name: "web_fetch" }] }],
  ["anthropic-messages", "code_execution_20250825", { tools: [{ type: "code_execution_20250825" }] }],
  ["anthropic-messages", "mcp_servers", { mcp_servers: [{ type: "url", url: link }] }],
  [
    "anthropic-messages",
    "content by its url",
    {
      messages: user([
        { type: "tool_result", content: [{ type: "document", source: { type: "content", content: [urlImage()] } }] },
      ]),
    },
  ],
  ["gemini", "googleSearch", { tools: [{ functionDeclarations: [] }, { googleSearch: {} }] }],
  ["gemini", "google_search_retrieval", { tools: [{ google_search_retrieval: {} }] }],
  ["gemini", "urlContext", { tools: { urlContext: {} } }],
  ["gemini", "codeExecution", { tools: [{ codeExecution: {} }] }],
  ["gemini", "file_data", { contents: parts({ file_data: { file_uri: link } }) }],
  [
    "gemini",
    "fileData",
    { contents: parts({ functionResponse: { name: "a", parts: [{ fileData: { fileUri: link } }] } }) },
  ],
])("%s: %s is refused while the network is closed, and passes when it may", async (protocol, name, part) => {
  const asked = requestOf(protocol, part);
  await using closed = await withProxy([{ text: "Found." }]);
  const response = await closed.ask(asked);
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { message: string } };
  expect(error.message).toContain(`network is closed: \`${name}\``);
  expect([closed.provider.calls, closed.door.calls, closed.failures]).toEqual([[], [], []]);

  await using open = await withProxy([{ text: "Found." }], { mayReachOut: true });
  expect((await open.ask(asked)).status).toBe(200);
});

function urlImage() {
  return { type: "image", source: { type: "url", url: link } };
}

const schema = { type: "object", properties: {} };

test.each<[string, Record<string, unknown>]>([
  [
    "openai-chat",
    {
      tools: [{ type: "function", function: { name: "web_search", parameters: schema } }],
      web_search_options: null,
      messages: user([
        { type: "text", text: link },
        { type: "image_url", image_url: { url: inline } },
      ]),
    },
  ],
  [
    "openai-responses",
    {
      tools: [
        ...[
          { type: "function", name: "web_search", parameters: schema },
          { type: "custom", name: "apply_patch" },
        ],
        ...[{ type: "local_shell" }, { type: "shell" }, { type: "tool_search" }, { type: "namespace", tools: [] }],
      ],
      input: [{ role: "user", content: [{ type: "input_image", image_url: inline }] }],
    },
  ],
  [
    "anthropic-messages",
    {
      tools: [
        { name: "WebSearch", input_schema: schema },
        { type: "custom", name: "a", input_schema: schema },
        { type: "bash_20250124", name: "bash" },
        { type: "text_editor_20250728", name: "str_replace_based_edit_tool" },
      ],
      mcp_servers: [],
      messages: user([{ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }]),
    },
  ],
  [
    "gemini",
    {
      tools: [{ functionDeclarations: [{ name: "google_web_search" }] }],
      contents: parts({ inlineData: { mimeType: "image/png", data: "AAAA" } }),
    },
  ],
])("%s: tools that the agent runs itself, and content in the request, pass", async (protocol, part) => {
  await using its = await withProxy([{ text: "Hello." }]);
  expect((await its.ask(requestOf(protocol, part))).status).toBe(200);
});
