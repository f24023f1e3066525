import { describe, expect, test } from "vitest";
import { describeAgents } from "../../src/agents/index.ts";
import { writeAgents } from "../agents/container/write-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

/** What the command prints to standard output. */
async function printed(...parameters: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(["agents", ...parameters]);
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

test("lists the built-in agents with what each needs, and which are for tests only", async () => {
  const lines = (await printed()).trimEnd().split("\n");
  expect(lines.slice(1).map((line) => line.split(" ")[0])).toEqual(describeAgents().map(({ name }) => name));
  expect(lines.filter((line) => line.includes("test only"))).toHaveLength(1);
  expect(lines[2]).toMatch(/^oracle +- +test only: /);
  expect(lines[1]).toMatch(/ nothing$/);
});

test("--agents-dir adds the agent folders with their images and problems", async () => {
  writeAgents(place("agents"));
  const text = await printed("--agents-dir", place("agents"));
  expect(text).toMatch(/^plain +mlebench-agent-plain +none$/m);
  expect(text).toMatch(/^tree\/dev +mlebench-agent-tree +the secret TREE_KEY is not set$/m);
  expect(text).toMatch(/^rootlike .* needs a privileged container, which you must accept/m);
  expect(text).not.toMatch(/^(vars|defaults|common) /m);
});

test("--json carries the same", async () => {
  writeAgents(place("agents"));
  const { agents, container_agents } = JSON.parse(await printed("--agents-dir", place("agents"), "--json"));
  expect(agents[1]).toMatchObject({ name: "oracle", test_only: true, settings: [{ name: "answers", type: "text" }] });
  expect(container_agents.map(({ agent_id }: { agent_id: string }) => agent_id)).toContain("tree/dev");
  expect(JSON.parse(await printed("--json")).container_agents).toBeNull();
});

describe("agents show", () => {
  test("prints what an agent does and needs, and each setting with its type, default and description", async () => {
    const text = await printed("show", "command");
    expect(text).toMatch(/^command\nwhat +runs a program of yours/);
    expect(text).toMatch(/^needs +a command$/m);
    expect(text).toMatch(/^ {2}command {2}a non-empty list of texts, required\n {4}the command line, word by word/m);
    expect(text).toMatch(/^ {2}directory {2}text, optional\n/m);
    expect(text).toMatch(/^ {2}environment {2}a mapping from names to texts, default \{\}\n/m);
    expect(await printed("show", "dummy")).toMatch(/^needs +nothing\nsettings +none$/m);
  });

  test("prints JSON with --json", async () => {
    expect(JSON.parse(await printed("show", "oracle", "--json"))).toEqual({
      name: "oracle",
      summary: expect.any(String),
      needs: [expect.any(String)],
      test_only: true,
      own_image: false,
      package: null,
      installed: [],
      settings: [
        {
          name: "answers",
          type: "text",
          required: false,
          default: null,
          description: expect.stringContaining("--answers"),
        },
      ],
    });
  });

  test("knows what was meant by an unknown name", async () => {
    const { exitCode, stderr } = await runCli(["agents", "show", "basline"]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Did you mean `baseline`?"),
    });
  });
});

test("every setting of every agent has a description", async () => {
  const { agents } = JSON.parse(await printed("--json"));
  for (const { settings } of agents) for (const { description } of settings) expect(description).not.toBe("");
});
