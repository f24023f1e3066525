import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../../src/contracts/agent.ts";
import { Connections } from "../../../src/models/calls/connections.ts";
import { RunDoor } from "../../../src/models/calls/run-door.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";
import { checkModelSettings } from "../../../src/models/model-settings.ts";
import { openModel } from "../../../src/models/open-model.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { program, type Steps, searchIn, testAgent } from "./core-ground.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");
const script = place("script.yaml");
const rule = (title: string, text: string) => ({ when: { last: `^# ${title}\n` }, text });
const rules = [
  rule("draft experiment_1 v1", "throw new Error('broken');"),
  rule("debug experiment_1 v2", program(0.5)),
  rule("draft experiment_2 v1", program(0.25)),
  rule("improve experiment_3 v1", program(0.75)),
];
writeFileSync(script, JSON.stringify({ rules }));

/** Two drafts side by side, one of which has to be repaired; then a change to it. */
const steps: Steps = (step) =>
  [
    { actions: [1, 2].map(() => ({ operator: "draft" as const, parents: [] })) },
    { actions: [{ operator: "improve" as const, parents: ["experiment_1"] }] },
  ][step - 1] ?? {};

/** Searches in a folder as a host does; is killed instead of recording the event of that number. */
async function search(folder: string, earlier: readonly AgentEvent[], dieAt = Number.POSITIVE_INFINITY) {
  mkdirSync(folder, { recursive: true });
  const ledger = new Ledger(folder);
  const taken = new Set(earlier.flatMap(({ call }) => call ?? []));
  const nothing = { allowances: [], connections: new Connections(2), priceOf: () => 1, onFailure: () => undefined };
  const door = new RunDoor({ ...nothing, ledger, ...(earlier.length === 0 ? {} : { taken }) });
  const names = { main: `scripted/${script}`, roles: {}, settings: checkModelSettings({}) };
  const model = await openModel(names, { door, environment: {} });
  const events = [...earlier];
  const killed = new Error("The host was killed.");
  const record = (event: AgentEvent): void => {
    if (events.length >= dieAt) throw killed;
    events.push(JSON.parse(JSON.stringify(event)));
  };
  const continued = earlier.length === 0 ? {} : { continued: true };
  const order = {
    agent: testAgent(steps, { parallel: 2 }),
    model,
    task: { record, ...(earlier.length === 0 ? {} : { earlier }) },
    settings: { workspace: `${folder}/workspace`, ...continued },
  };
  const end = await searchIn(publicData, order).then(
    (acted) => acted.end.exitCode,
    (error: unknown) => error,
  );
  ledger.close();
  return { end, events, killed };
}

/** What must have happened once. */
function work(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "ran") return [`${event.experiment} v${event.version} ${(event.run as { kind: string }).kind}`];
    if (event.type === "asked") return [`asked ${event.key}`];
    return event.type === "ended" || event.type === "evaluated" ? [`${event.type} ${event.experiment}`] : [];
  });
}

const whole = await search(place("whole"), []);

test("a search that is not interrupted finds the best program", () => {
  expect(whole.end).toBe(0);
  expect(work(whole.events)).toHaveLength(4 + 7 + 3 + 3);
});

test.for(Array.from({ length: 6 }, (_, index) => 1 + Math.floor((index * (whole.events.length - 1)) / 6)))(
  "killed before event %i, it goes on without repeating work or paying twice",
  { timeout: 60_000 },
  async (dieAt) => {
    const folder = place(`killed-${dieAt}`);
    const first = await search(folder, [], dieAt);
    expect(first.end).toBe(first.killed);
    const second = await search(folder, first.events);
    expect(second.end).toBe(0);
    expect(work(second.events).sort()).toEqual(work(whole.events).sort());
    expect(new Ledger(folder).earlier).toHaveLength(4);
    expect(readFileSync(`${folder}/workspace/submission/submission.csv`, "utf8")).toBe("id,score\n1,0.75\n");
  },
);
