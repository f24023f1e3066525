// Measures the record of model calls: how much room a long conversation takes, and how long recording it does. No pass or fail.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ledger } from "../dist/models/ledger/ledger.js";

const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-ledger-"));
const hash = "0".repeat(64);
const usage = { inputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 };

/** A conversation in which each turn brings a tool call and its output, `turnBytes` of text together. */
function record(turns, turnBytes) {
  const place = mkdtempSync(join(folder, "run-"));
  const ledger = new Ledger(place);
  const messages = [{ role: "system", content: "You solve a competition. ".repeat(40) }];
  const tools = ["bash", "python", "view", "write"].map((name) => ({ name, description: `Runs ${name}. `.repeat(20) }));
  const started = performance.now();
  for (let number = 1; number <= turns; number += 1) {
    const text = `${number} `.padEnd(turnBytes / 2, "text ");
    const request = ledger.keep({ model: "m", messages, tools, max_tokens: 4096 });
    const answer = ledger.keep({ role: "assistant", content: text, finish_reason: "tool_calls" });
    ledger.append({
      number,
      startedAt: new Date().toISOString(),
      role: "coding",
      model: "openai/gpt-5-mini",
      answeredBy: "gpt-5-mini-2025-08-07",
      protocol: "openai-chat",
      usage,
      estimated: false,
      cost: 0.0123,
      durationMs: 1000,
      waitingMs: 0,
      retries: [],
      finishReason: "tool_calls",
      failure: null,
      request: request.hash,
      answer: answer.hash,
      bytes: { sha256: hash, length: 1000 },
    });
    messages.push({ role: "assistant", content: text }, { role: "tool", content: text });
  }
  const seconds = (performance.now() - started) / 1000;
  ledger.close();
  const bytes = statSync(join(place, "calls.jsonl")).size + statSync(join(place, "bodies.jsonl")).size;
  const asSent = (turns * (turns + 1) * turnBytes) / 2;
  const kB = (count) => `${(count / 1000).toFixed(0)} kB`;
  console.log(
    `${turns} turns with ${kB(turns * turnBytes)} of new text: the ledger takes ${kB(bytes)} (${kB(asSent)} were sent), ${((1000 * seconds) / turns).toFixed(1)} ms per call`,
  );
}

record(250, 200);
record(500, 200);
record(1000, 200);
record(500, 4000);
rmSync(folder, { recursive: true });
