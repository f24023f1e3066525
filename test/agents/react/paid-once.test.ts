import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { agentFor, chooseAgent } from "../../../src/agents/index.ts";
import type { AgentEvent } from "../../../src/contracts/agent.ts";
import { Connections } from "../../../src/models/calls/connections.ts";
import { RunDoor } from "../../../src/models/calls/run-door.ts";
import { Ledger } from "../../../src/models/ledger/ledger.ts";
import { checkModelSettings } from "../../../src/models/model-settings.ts";
import { openModel } from "../../../src/models/open-model.ts";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { actIn } from "../act-in.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");
const script = place("script.yaml");
writeFileSync(
  script,
  `
turns:
  - { text: One., tools: [{ bash: { command: echo one } }] }
  - Two.
  - { text: Three., tools: [{ bash: { command: echo three } }, { bash: { command: echo four } }] }
  - { tools: [{ submit: { anyway: true } }] }
`,
);

/** Acts with the ledger of a folder; dies instead of recording an event of that number. */
async function act(folder: string, earlier: readonly AgentEvent[], dieAt = Number.POSITIVE_INFINITY) {
  mkdirSync(folder, { recursive: true });
  const ledger = new Ledger(folder);
  const taken = new Set(earlier.flatMap(({ call }) => call ?? []));
  const nothing = { allowances: [], connections: new Connections(1), priceOf: () => 1, onFailure: () => undefined };
  const door = new RunDoor({ ...nothing, ledger, ...(earlier.length === 0 ? {} : { taken }) });
  const names = { main: `scripted/${script}`, roles: {}, settings: checkModelSettings({}) };
  const model = await openModel(names, { door, environment: {} });
  const events = [...earlier];
  const record = (event: AgentEvent): void => {
    if (events.length >= dieAt) throw new Error("The host was killed.");
    events.push(JSON.parse(JSON.stringify(event)));
  };
  const agent = await agentFor(chooseAgent("react"));
  const task = { model, record, ...(earlier.length === 0 ? {} : { earlier }) };
  const acting = actIn(localSandboxes(), agent, { competitionId: "demo-plant-flowering", publicData, task });
  const end = await acting.then(
    (acted) => acted.end.exitCode,
    (error: Error) => error.message,
  );
  ledger.close();
  return { end, events };
}

test("no answer is paid for twice, whichever event the host was killed before", async () => {
  const whole = await act(place("whole"), []);
  expect(whole.end).toBe(0);
  for (let dieAt = 3; dieAt < whole.events.length; dieAt += 1) {
    const folder = place(`killed-${dieAt}`);
    const killed = await act(folder, [], dieAt);
    expect(killed.end).toBe("The host was killed.");
    const continued = await act(folder, killed.events);
    expect(continued.end).toBe(0);
    expect(
      new Ledger(folder).earlier.map(({ number }) => number),
      `killed before event ${dieAt}`,
    ).toEqual([1, 2, 3, 4]);
  }
});
