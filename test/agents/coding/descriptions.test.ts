import { expect, test } from "vitest";
import { codex } from "../../../src/agents/coding/descriptions/codex.ts";

test("codex is started without the provider's web search, which the proxy refuses", () => {
  const { arguments: line } = codex.start({
    model: "gpt-5",
    prompt: "Hi",
    baseUrl: "http://127.0.0.1:1",
    program: null,
  });
  expect(line.slice(line.indexOf("web_search=disabled") - 1, -1)).toEqual(["-c", "web_search=disabled"]);
});
