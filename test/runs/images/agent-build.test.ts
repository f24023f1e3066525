import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentBuild } from "../../../src/runs/images/agent-build.ts";
import { agentImageName } from "../../../src/runs/images/image-labels.ts";

const notes = fileURLToPath(new URL("../../fixtures/agents/notes/", import.meta.url));
let folder = "";
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), "agents-")), "mine");
  mkdirSync(folder);
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));
const configure = (text: string): void => writeFileSync(path.join(folder, "config.yaml"), text);

test("an agent is named like its folder unless another is asked for, and merges its defaults", async () => {
  const expected = { context: path.resolve(notes), dockerfile: "Dockerfile" };
  expect(await agentBuild(notes)).toEqual({ id: "notes", ...expected });
  expect(await agentBuild(notes, "notes/dotted")).toEqual({ id: "notes/dotted", ...expected });
});

test("the only agent of a folder needs no id", async () => {
  configure("other:\n  dockerfile: mine/docker/Dockerfile.gpu\n");
  expect(await agentBuild(folder)).toEqual({ id: "other", context: folder, dockerfile: "docker/Dockerfile.gpu" });
});

test("what is wrong with a folder is said", async () => {
  await expect(agentBuild(folder)).rejects.toThrow(/no agent's folder: it has no config.yaml/);
  await expect(agentBuild(notes, "absent")).rejects.toThrow(/no agent `absent`.*It has: shared, notes, notes\/dotted/);
  configure("a: [");
  await expect(agentBuild(folder)).rejects.toThrow(/config.yaml cannot be read/);
  configure("a:\n  start: mine/start.sh\n");
  await expect(agentBuild(folder)).rejects.toThrow(/It has: none/);
  configure("a:\n  dockerfile: ../elsewhere/Dockerfile\n");
  await expect(agentBuild(folder)).rejects.toThrow(/not in the agent's folder.*Expected `mine\/Dockerfile`/);
});

test("an agent's image has a name that engines accept", () => {
  expect(agentImageName("aide/gpt-3.5-turbo")).toBe("mlebench-agent-aide-gpt-3.5-turbo");
  expect(agentImageName("My Agent/")).toBe("mlebench-agent-my-agent");
});
