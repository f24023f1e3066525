import { expect, test, vi } from "vitest";
import { run } from "../../src/cli/commands/agents.ts";
import { writeAgents } from "../agents/container/write-agents.ts";
import { temporaryDirectory } from "../lib/temporary-directory.ts";

const place = temporaryDirectory();

/** What the command prints to standard output. */
async function printed(options: Parameters<typeof run>[0]): Promise<string> {
  const chunks: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => chunks.push(String(chunk)) > 0);
  try {
    expect(await run(options)).toBe(0);
  } finally {
    write.mockRestore();
  }
  return chunks.join("");
}

test("lists the built-in agents with what each needs, and which are for tests only", async () => {
  const lines = (await printed({})).trimEnd().split("\n");
  expect(lines.slice(1).map((line) => line.split(" ")[0])).toEqual([
    "dummy",
    "oracle",
    "baseline",
    "command",
    "container",
  ]);
  expect(lines.filter((line) => line.includes("test only"))).toHaveLength(1);
  expect(lines[2]).toMatch(/^oracle +test only: /);
  expect(lines[1]).toMatch(/ nothing$/);
});

test("--agents-dir adds the agent folders with their images and problems", async () => {
  writeAgents(place("agents"));
  const text = await printed({ agentsDir: place("agents") });
  expect(text).toMatch(/^plain +mlebench-agent-plain +none$/m);
  expect(text).toMatch(/^tree\/dev +mlebench-agent-tree-dev +the secret TREE_KEY is not set$/m);
  expect(text).toMatch(/^rootlike .* privileged container is to be accepted/m);
  expect(text).not.toMatch(/^(vars|defaults|common) /m);
});

test("--json carries the same", async () => {
  writeAgents(place("agents"));
  const { agents, container_agents } = JSON.parse(await printed({ agentsDir: place("agents"), json: true }));
  expect(agents[1]).toMatchObject({ name: "oracle", test_only: true, settings: ["answers"] });
  expect(container_agents.map(({ id }: { id: string }) => id)).toContain("tree/dev");
  expect(JSON.parse(await printed({ json: true })).container_agents).toBeNull();
});
