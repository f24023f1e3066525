import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chooseAgent } from "../../../src/agents/index.ts";
import { planGroup } from "../../../src/runs/execution/plan-group.ts";
import { planKey, readPlan } from "../../../src/runs/record/group-plan.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const mine = place("mine");
mkdirSync(mine, { recursive: true });
const notes = fileURLToPath(new URL("../../fixtures/agents/notes", import.meta.url));

/** As version 0.1.0 wrote it. */
const firstFormat = {
  format: 1,
  name: "2026-01-01T00-00-00-UTC_run-group_command",
  key: "0123456789abcdef",
  createdAt: "2026-01-01T00:00:00.000Z",
  version: "0.1.0",
  edition: "v1",
  agent: { name: "dummy" } as Record<string, unknown>,
  competitions: ["demo-plant-flowering"],
  seeds: [0, 1],
  limits: { wallClockMs: 60_000, outputBytes: 1024 },
  sandbox: { name: "local", network: "none" },
  dataDirectory: "/data",
  retain: false,
};

function write(folder: string, plan: object): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/group.json`, JSON.stringify(plan));
  writeFileSync(`${folder}/events.jsonl`, "");
  return folder;
}

test.each<[name: string, agent: Record<string, unknown>, now: ReturnType<typeof chooseAgent>]>([
  ["dummy", { name: "dummy" }, chooseAgent("dummy")],
  ["baseline", { name: "baseline", label: "trees" }, chooseAgent("baseline", { label: "trees" })],
  [
    "oracle",
    { label: "best", answers: mine, name: "oracle" },
    chooseAgent("oracle", { label: "best", settings: { answers: mine } }),
  ],
  [
    "command",
    { environment: { A: "1" }, passEnvironment: ["KEY"], command: ["sh", "x"], name: "command", directory: mine },
    chooseAgent("command", {
      settings: { directory: mine, command: ["sh", "x"], environment: { A: "1" }, pass_environment: ["KEY"] },
    }),
  ],
  [
    "plain command",
    { command: ["true"], name: "command" },
    chooseAgent("command", { settings: { command: ["true"] } }),
  ],
  [
    "container",
    { name: "container", directory: notes, id: "notes" },
    chooseAgent("container", { settings: { directory: notes, id: "notes" } }),
  ],
])("a plan of format 1 with the agent %s is read, and the same command continues it", async (name, agent, now) => {
  const directory = place(name);
  const folder = write(`${directory}/${firstFormat.name}`, { ...firstFormat, agent });
  expect(readPlan(folder)).toMatchObject({ format: 2, agent: now });
  const { format: _, name: __, key: ___, createdAt, version, ...request } = readPlan(folder);
  expect({ createdAt, version }).toEqual({ createdAt: firstFormat.createdAt, version: "0.1.0" });
  const planned = await planGroup(directory, { ...request, agent: now }, { fresh: false });
  expect(planned).toMatchObject({ folder, continued: true, unfinished: 2 });
});

test("a plan of an unknown format is rejected, and the format is named", () => {
  const folder = write(place("later"), { ...firstFormat, format: 3 });
  expect(() => readPlan(folder)).toThrow(/later is not .* read: `format` of group\.json, found 3, expected 1 or 2\.$/);
});

test("a plan that was read back has the key of the request that it was made from, whatever the order of its limits", () => {
  const agent = chooseAgent("dummy");
  const limits = { rehearsals: 5, maxCalls: 3, outputBytes: 1024, wallClockMs: 60_000 };
  const request = { ...firstFormat, format: 2 as const, edition: "v1" as const, agent, limits };
  const sandbox = { name: "local", network: "none" as const };
  expect(readPlan(write(place("ordered"), { ...request, sandbox })).key).toBe(planKey({ ...request, sandbox }));
});
