import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { AgentEvent } from "../../../src/contracts/agent.ts";
import type { ModelRequest } from "../../../src/contracts/model.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { actScripted, lastText } from "./act-scripted.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");

const script = `
rules:
  - { when: { last: will be replaced by a summary }, text: THE SUMMARY, usage: { input: 901, output: 1 } }
  - { when: { any: THE SUMMARY }, tools: [{ submit: { anyway: true } }], usage: { input: 1, output: 1 } }
turns:
  - { text: Look., tools: [{ bash: { command: echo one } }, { bash: { command: echo two } }], usage: { input: 1, output: 1 } }
  - { text: Thinking aloud., usage: { input: 1, output: 1 } }
  - { finish: content-filter, usage: { input: 1, output: 1 } }
  - { tools: [{ job_start: { command: sleep 600 } }], usage: { input: 900, output: 1 } }`;
const settings = { window_tokens: 1000 };

let events: readonly AgentEvent[];
let requests: readonly ModelRequest[];
beforeAll(async () => {
  ({ events, requests } = await actScripted({ script, publicData, settings }));
});

/** The events as a journal gives them back. */
const after = (count: number): AgentEvent[] => JSON.parse(JSON.stringify(events.slice(0, count)));
const goOn = (count: number) => actScripted({ script, publicData, settings, task: { earlier: after(count) } });
const isCall = ({ type }: AgentEvent): boolean => type === "answer" || type === "compacted";

test("interrupted after any event, the next request is equal to the one that was made or would have been made", async () => {
  for (let count = 3; count < events.length; count += 1) {
    const made = events.slice(0, count).filter(isCall).length;
    const asked = (await goOn(count)).requests;
    const [next] = asked;
    const last = events[count - 1]!;
    // A request is pending only where the last message was complete.
    const isPending =
      ["message", "compacted"].includes(last.type) || (last.type === "result" && isCall(events[count]!));
    if (isPending) expect(next, `after ${count} events`).toEqual(requests[made]);
    // Nothing that was answered is asked again.
    for (const earlier of requests.slice(0, made)) expect(asked).not.toContainEqual(earlier);
  }
});

test("a command that was running is not repeated, and the model learns what was lost", async () => {
  const first = events.findIndex(({ type }) => type === "answer");
  const { results, requests: asked, events: added } = await goOn(first + 1);
  expect(added[0]).toEqual({ type: "continued" });
  expect(results[0]).toContain("its result is lost");
  expect(results[1]).toMatch(/^two\n/);
  expect(lastText(asked[0]!)).toContain("background jobs have ended");
});

test("interrupted before the task was told, it is told once", async () => {
  for (const count of [1, 2]) {
    const { requests: asked } = await goOn(count);
    expect(asked[0]!.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  }
});

test("what was submitted before the host was interrupted stays submitted", async () => {
  const { requests: asked, end } = await goOn(events.length);
  expect(asked).toEqual([]);
  expect(end.exitCode).toBe(0);
});
