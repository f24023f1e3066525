import { afterAll, expect, test, vi } from "vitest";
import type { EventOf, SearchEvent } from "../../../src/agents/search/events.ts";
import type { AgentTask } from "../../../src/contracts/agent.ts";
import { LoopbackServer } from "../../kaggle/loopback-server.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { prepareDemo } from "../act-in.ts";
import { actScripted } from "../react/act-scripted.ts";
import { program } from "./search-scripted.ts";

const place = temporaryDirectory();
const publicData = await prepareDemo("demo-plant-flowering", place("data"));
const hub = await LoopbackServer.start();
hub.answer((_, response) => response.end(JSON.stringify({ id: "owner/flower-net", safetensors: { total: 5e6 } })));
vi.stubEnv("HF_ENDPOINT", hub.url);
afterAll(() => {
  vi.unstubAllEnvs();
});

const rules = [
  {
    when: { system: "reference cards", last: "- tabular-first-model:" },
    text: '{"cards": ["tabular-first-model"]}',
  },
  { when: { system: "reference cards" }, text: "I would rather not." },
  { when: { system: "pretrained models" }, text: '{"models": ["owner/flower-net"]}' },
  { when: { system: "You lead the search", last: '"select"' }, text: '{"select": ["idea_1"]}' },
  { when: { system: "You lead the search" }, text: '{"ideas": [{"idea": "Means by species."}]}' },
];

const act = (task: Partial<AgentTask>) =>
  actScripted({
    agent: "kapso",
    // JSON is YAML.
    script: JSON.stringify({ rules, otherwise: program(0.5) }),
    publicData,
    settings: { program: "main.mjs", evaluator: "self-reported", steps: 1, navigation_steps: 2 },
    task,
  });

test("Kapso walks its cards and looks models up before the first idea, and does neither twice", async () => {
  const { events, requests } = await act({ network: "open" });
  const of = <Type extends SearchEvent["type"]>(type: Type) =>
    (events as unknown as SearchEvent[]).find((event): event is EventOf<Type> => event.type === type)!;
  const { cards, fallbacks } = of("knowledge");
  expect(cards[0]!.why).toBe("specialization that matches the task's words best");
  expect(cards[1]).toEqual({
    name: "tabular-first-model",
    why: `chosen by the model in round 1, related to ${cards[0]!.name}`,
  });
  expect(cards).toHaveLength(5);
  expect(fallbacks).toEqual([
    "Knowledge, round 2: the model gave no usable answer.",
    expect.stringMatching(/^Knowledge, round 2: by rule, /),
  ]);
  expect(of("pretrained").models).toMatchObject([{ id: "owner/flower-net", parameters: 5e6 }]);
  const asking = (system: string) => requests.filter(({ messages }) => messages[0]!.text.includes(system));
  for (const system of ["You lead the search", "You are an experienced"]) {
    expect(asking(system)[0]!.messages.at(-1)!.text).toContain("owner/flower-net: 5 million parameters");
  }
  // The test's model does not say that it was asked for an effort; that is noted once.
  expect(events.filter(({ text = "" }) => String(text).includes("without the effort medium"))).toHaveLength(1);
  const asked = hub.seen.length;

  const until = events.findIndex(({ type }) => type === "pretrained") + 1;
  const again = await act({ network: "open", earlier: events.slice(0, until) });
  const systems = again.requests.map(({ messages }) => messages[0]!.text).join("\n");
  expect(systems).not.toMatch(/reference cards|pretrained models of/);
  expect(hub.seen.length).toBe(asked);
  expect(again.requests[0]).toEqual(requests[until === 0 ? 0 : requests.length - again.requests.length]);
});

test("Kapso asks no hub when the network is closed, and says why", async () => {
  hub.seen.length = 0;
  const { events, output } = await act({ network: "none" });
  expect(hub.seen).toEqual([]);
  expect(events.find(({ type }) => type === "pretrained")).toMatchObject({ hub: null, models: [] });
  expect(output).toContain(
    "Pretrained models were not looked up: programs can only download them with --network open.",
  );
});
