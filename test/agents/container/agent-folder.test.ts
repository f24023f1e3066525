import { mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { readAgentFolder } from "../../../src/agents/container/agent-folder.ts";
import { inspectAgents } from "../../../src/agents/container/inspect-agents.ts";
import { agentFor, chooseAgent } from "../../../src/agents/index.ts";
import { UsageError } from "../../../src/lib/errors.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { writeAgents } from "./write-agents.ts";

const place = temporaryDirectory();
const agents = place("agents");
beforeAll(() => writeAgents(agents));
afterEach(() => {
  for (const name of ["TREE_KEY", "I_ACCEPT_RUNNING_PRIVILEGED_CONTAINERS"]) delete process.env[name];
});
const needsOf = async (id: string) => {
  const agent = await agentFor(chooseAgent("container", { settings: { directory: agents, id } }));
  return { agent, needs: await agent.needs({ competitionId: "any", publicData: place(), scratch: place() }) };
};

describe("agent folders in upstream's layout", () => {
  test("finds all agents of a file from its folder and the one above, without helper keys", async () => {
    const ids = (await inspectAgents(agents)).map(({ id }) => id);
    expect(ids).toEqual(["plain", "rootlike", "tree", "tree/dev", "tree/GPT_4.1"]);
    const above = await readAgentFolder(agents, "tree/dev");
    expect(await readAgentFolder(place("agents", "tree"), "tree/dev")).toEqual(above);
    expect(above).toMatchObject({
      id: "tree/dev",
      folder: place("agents", "tree"),
      start: place("agents", "tree", "start.sh"),
      dockerfile: place("agents", "tree", "Dockerfile"),
      kwargsType: "omegaconf",
      secrets: ["TREE_KEY"],
      privileged: false,
      image: "mlebench-agent-tree",
    });
    expect((await readAgentFolder(place("agents", "tree"))).id).toBe("tree");
    expect((await readAgentFolder(agents, "tree/GPT_4.1")).image).toBe("mlebench-agent-tree");
  });

  test("agents of a folder share an image unless they name another Dockerfile", async () => {
    const folder = place("several");
    mkdirSync(folder);
    for (const file of ["start.sh", "Dockerfile", "Dockerfile.GPU"]) writeFileSync(place("several", file), "");
    const entry = (id: string, dockerfile: string): string =>
      `${id}:\n  start: several/start.sh\n  dockerfile: several/${dockerfile}\n`;
    const entries = [
      entry("several", "Dockerfile"),
      entry("several/b", "Dockerfile"),
      entry("several/c", "Dockerfile.GPU"),
    ];
    writeFileSync(place("several", "config.yaml"), entries.join(""));
    expect((await inspectAgents(folder)).map(({ image }) => image)).toEqual([
      "mlebench-agent-several",
      "mlebench-agent-several",
      "mlebench-agent-several-dockerfile.gpu",
    ]);
  });

  test("passes the arguments and variables that Python would pass", async () => {
    process.env.TREE_KEY = "s3cret";
    const { agent, needs } = await needsOf("tree/dev");
    expect(agent.name).toBe("tree/dev");
    expect(agent.secrets).toEqual(["TREE_KEY"]);
    expect(needs.image).toBe("mlebench-agent-tree");
    expect(needs.environment).toEqual({
      AGENT_DIR: "/home/agent",
      TIME_LIMIT_SECS: "86400",
      QUIET: "True",
      TREE_KEY: "s3cret",
    });
    expect(needs.hostConfig).toBeUndefined();
    expect((await needsOf("plain")).needs.environment).toEqual({ AGENT_DIR: "/home/agent" });
  });

  test("names a secret that is not set", async () => {
    await expect(needsOf("tree")).rejects.toThrow(/`tree` needs environment variables that are not set: TREE_KEY/);
    expect((await readAgentFolder(agents, "tree")).secrets).toEqual(["TREE_KEY"]);
    expect((await inspectAgents(agents)).find(({ id }) => id === "tree")?.problems).toEqual([
      "the secret TREE_KEY is not set",
    ]);
  });

  test("refuses a privileged container until the user accepts it", async () => {
    await expect(needsOf("rootlike")).rejects.toThrow(/privileged container: .*can take over this machine/);
    process.env.I_ACCEPT_RUNNING_PRIVILEGED_CONTAINERS = "True";
    expect((await needsOf("rootlike")).needs.hostConfig).toEqual({ Privileged: true });
  });

  test.each<[string, string, RegExp]>([
    [
      "kwargs without a type",
      "{start: odd/start.sh, dockerfile: odd/Dockerfile, kwargs: {a: 1}}",
      /need a `kwargs_type`/,
    ],
    ["an unknown type", "{start: odd/start.sh, dockerfile: odd/Dockerfile, kwargs_type: click}", /found click/],
    ["a missing key", "{start: odd/start.sh}", /the key `dockerfile` is missing/],
    [
      "a missing file",
      "{start: odd/begin.sh, dockerfile: odd/Dockerfile}",
      /`start` names odd\/begin.sh, which is not in/,
    ],
    ["a list of variables", "{start: odd/start.sh, dockerfile: odd/Dockerfile, env_vars: [A]}", /must be a mapping/],
    ["a text for a switch", '{start: odd/start.sh, dockerfile: odd/Dockerfile, privileged: "no"}', /True or False/],
  ])("%s is reported as a problem of that agent", async (_, entry, message) => {
    const folder = place("broken", "odd");
    mkdirSync(folder, { recursive: true });
    for (const file of ["start.sh", "Dockerfile"]) writeFileSync(`${folder}/${file}`, "");
    writeFileSync(`${folder}/config.yaml`, `odd: ${entry}\nhelper: 3\n`);
    await expect(readAgentFolder(folder)).rejects.toThrow(message);
    const [finding, ...others] = await inspectAgents(place("broken"));
    expect(finding).toMatchObject({ id: "odd", image: null, problems: [expect.stringMatching(message)] });
    expect(others).toEqual([]);
  });

  test("lists the agents there are when the name is unknown or missing", async () => {
    await expect(readAgentFolder(agents, "tree/def")).rejects.toThrow(/Did you mean `tree\/dev`/);
    await expect(readAgentFolder(agents)).rejects.toThrow(/several agents; say which: plain, rootlike, tree/);
    await expect(readAgentFolder(place("nowhere"))).rejects.toThrow(UsageError);
    expect(() => chooseAgent("container")).toThrow(/needs the setting `directory`: the agent's folder/);
  });
});
