import { describe, expect, test } from "vitest";
import type { CodingEvent } from "../../../src/agents/coding/coding-events.ts";
import { codingEvents } from "../../../src/agents/coding/coding-events.ts";
import { EventReader } from "../../../src/agents/coding/event-reader.ts";
import { claudeStream } from "../../../src/agents/coding/streams/claude-stream.ts";
import { codexStream } from "../../../src/agents/coding/streams/codex-stream.ts";
import type { EventStream } from "../../../src/agents/coding/streams/event-stream.ts";
import { geminiStream } from "../../../src/agents/coding/streams/gemini-stream.ts";
import { opencodeStream } from "../../../src/agents/coding/streams/opencode-stream.ts";
import { piStream } from "../../../src/agents/coding/streams/pi-stream.ts";

/** The events in what an agent prints, which arrives in pieces that end anywhere. */
function eventsIn(stream: EventStream, printed: string): CodingEvent[] {
  const events: CodingEvent[] = [];
  const reader = new EventReader(stream, (event) => events.push(codingEvents.parse(event)));
  const bytes = Buffer.from(printed);
  for (let at = 0; at < bytes.length; at += 7) reader.push(bytes.subarray(at, at + 7));
  reader.end();
  return events;
}

const lines = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const usage = { input_tokens: 1200, output_tokens: 75, cache_read_input_tokens: 2700, cache_creation_input_tokens: 0 };
const claudeLines = lines(
  { type: "system", subtype: "init", tools: ["Bash"] },
  { type: "assistant", message: { content: [{ type: "text", text: "I look – first." }] } },
  {
    type: "assistant",
    message: { content: [{ type: "tool_use", id: "t1", name: "shell", input: { command: "ls" } }] },
  },
  { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "train.csv" }] } },
  { type: "result", is_error: false, total_cost_usd: 0.01, usage },
);
const codexItem = { id: "t1", type: "command_execution", command: "ls", aggregated_output: "", status: "in_progress" };
const opencodeTool = { status: "completed", input: { command: "ls" }, output: "train.csv" };
const opencodeTokens = { input: 1200, output: 75, cache: { read: 2700, write: 0 } };
const piUsage = { input: 1200, output: 75, cacheRead: 2700, cacheWrite: 0, cost: { total: 0.01 } };
const piCall = { type: "toolCall", id: "t1", name: "shell", arguments: { command: "ls" } };
const piText = { type: "text", text: "I look – first." };

/** What each agent prints for the same work. */
const printed: [name: string, stream: EventStream, text: string, cost: number | null][] = [
  ["Claude Code", claudeStream({ cachedApart: true }), claudeLines, 0.01],
  [
    "Codex",
    codexStream(),
    `Reading additional input from stdin...\n${lines(
      { type: "item.completed", item: { id: "i0", type: "agent_message", text: "I look – first." } },
      { type: "item.started", item: codexItem },
      { type: "item.completed", item: { ...codexItem, aggregated_output: "train.csv", status: "completed" } },
      { type: "turn.completed", usage: { input_tokens: 3900, cached_input_tokens: 2700, output_tokens: 75 } },
    )}`,
    null,
  ],
  [
    "Gemini CLI",
    geminiStream(),
    `YOLO mode is enabled.\n${lines(
      { type: "message", role: "user", content: "the task" },
      { type: "message", role: "assistant", content: "I look", delta: true },
      { type: "message", role: "assistant", content: " – first.", delta: true },
      { type: "tool_use", tool_name: "shell", tool_id: "t1", parameters: { command: "ls" } },
      { type: "tool_result", tool_id: "t1", status: "success", output: "train.csv" },
      { type: "result", status: "success", stats: { input_tokens: 3900, output_tokens: 75 } },
    )}`,
    null,
  ],
  [
    "opencode",
    opencodeStream(),
    lines(
      { type: "text", part: { text: "I look – first." } },
      { type: "tool_use", part: { tool: "shell", callID: "t1", state: opencodeTool } },
      { type: "step_finish", part: { tokens: opencodeTokens, cost: 0.01 } },
    ),
    0.01,
  ],
  [
    "pi",
    piStream(),
    lines(
      { type: "message_update", assistantMessageEvent: { partial: piText } },
      { type: "message_end", message: { role: "assistant", content: [piText, piCall], usage: piUsage } },
      { type: "message_end", message: { role: "toolResult", toolCallId: "t1", content: [{ text: "train.csv" }] } },
    ),
    0.01,
  ],
];

describe("what a coding agent prints", () => {
  test.each(printed)("%s: becomes the same events", (name, stream, text, cost) => {
    const nothing = { inputTokens: null, outputTokens: null, cost: null };
    const tool =
      name === "Codex"
        ? { id: "t1", name: "command_execution", arguments: { command: "ls" } }
        : { id: "t1", name: "shell", arguments: { command: "ls" } };
    expect(eventsIn(stream, text)).toEqual([
      { type: "answer", text: "I look – first.", toolCalls: [], ...nothing },
      { type: "answer", text: "", toolCalls: [tool], ...nothing },
      { type: "result", callId: "t1", text: "train.csv" },
      { type: "totals", inputTokens: 3900, outputTokens: 75, cost },
    ]);
  });

  test.each(printed)("%s: failures are errors, and lines of another version are passed over", (_, stream) => {
    const odd = ["{", "{}", '{"type":7}', '{"type":"assistant","message":null}', '{"type":"item.completed"}', "[1]"];
    const events = eventsIn(stream, `${odd.join("\n")}\n{"type":"message_end","message":{"role":"assistant"}}\n`);
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
  });

  test("long texts are shortened in the middle", () => {
    const text = `start${"x".repeat(100_000)}end`;
    const [event] = eventsIn(codexStream(), lines({ type: "item.completed", item: { type: "agent_message", text } }));
    expect(event).toMatchObject({ text: expect.stringMatching(/^startx+\n\[80008 characters\]\nx+end$/) });
  });

  test("errors are told apart from answers", () => {
    expect(eventsIn(codexStream(), lines({ type: "turn.failed", error: { message: "quota" } }))).toEqual([
      { type: "error", text: "quota" },
    ]);
    const failed = { type: "result", is_error: true, result: "API Error: 429", usage: {} };
    expect(eventsIn(claudeStream({ cachedApart: true }), lines(failed))).toEqual([
      { type: "error", text: "API Error: 429" },
      { type: "totals", inputTokens: null, outputTokens: null, cost: null },
    ]);
  });
});
