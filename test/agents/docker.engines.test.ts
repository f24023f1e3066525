import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baselineAgent } from "../../src/agents/baseline/baseline-agent.ts";
import { agentFor, chooseAgent } from "../../src/agents/index.ts";
import { dockerSandboxes } from "../../src/sandboxes/docker/docker.ts";
import { startEngine, testImage } from "../support/docker-engine.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actIn, prepareDemo } from "./act-in.ts";
import { bundleSolver } from "./bundled-solver.ts";
import { writeAgents } from "./container/write-agents.ts";
import { importGlibcImage } from "./glibc-image.ts";

const place = temporaryDirectory();
const competitionId = "demo-repair-minutes";
const image = "mlebench-agent-tree";
const engine = await startEngine();
const socket = engine?.socket ?? "";
afterAll(async () => await engine?.stop());

describe.skipIf(engine === null)("agents in containers", () => {
  let publicData: string;
  beforeAll(async () => {
    publicData = await prepareDemo(competitionId, place("data"));
    await bundleSolver(place("baseline.mjs"));
    writeAgents(place("agents"));
    mkdirSync(place("image"));
    const start = readFileSync(place("agents", "tree", "start.sh"), "utf8");
    importGlibcImage({ socket, name: image, folder: place("image"), files: { "/home/agent/start.sh": start } });
  });

  test("the dummy shows the container's isolation, in an image with nothing but a shell", async () => {
    const dummy = await agentFor(chooseAgent("dummy"));
    const provider = dockerSandboxes({ image: testImage, socket });
    const { end, output, submission } = await actIn(provider, dummy, { competitionId, publicData });
    expect(end.exitCode).toBe(0);
    expect(submission).toBe(readFileSync(join(publicData, "sample_submission.csv"), "utf8"));
    expect(output.trimEnd().split("\n")).toEqual(
      expect.arrayContaining([
        "cannot  act as root",
        "can     read /home/data",
        "cannot  write /home/data",
        "can     write /home/submission",
        "can     write /home/code",
        "can     write /home/logs",
        "cannot  write /",
        "cannot  find answers",
        "cannot  reach the network: there is no route",
        "cannot  see other processes",
        "cannot  run python3",
        "cannot  run node",
        "cannot  use a graphics card",
      ]),
    );
  });

  test("the oracle submits its answers", async () => {
    const oracle = await agentFor(chooseAgent("oracle"));
    const provider = dockerSandboxes({ image: testImage, socket });
    const { submission } = await actIn(provider, oracle, { competitionId, publicData });
    expect(submission).toBe(readFileSync(join(publicData, "..", "private", "test.csv"), "utf8"));
  });

  test("the baseline uses this machine's Node in an image with the C and C++ libraries", async () => {
    const settings = { environment: { TIME_LIMIT_SECONDS: "600" } };
    const baseline = baselineAgent("baseline", place("baseline.mjs"));
    const provider = dockerSandboxes({ image, socket });
    const { end, output } = await actIn(provider, baseline, { competitionId, publicData, settings });
    expect(output).toContain("minutes (number): loss");
    expect(end.exitCode).toBe(0);
  });

  test("the baseline reports what the image lacks when no Node starts", async () => {
    const baseline = baselineAgent("baseline", place("baseline.mjs"));
    const provider = dockerSandboxes({ image: testImage, socket });
    const { end, output, submission } = await actIn(provider, baseline, { competitionId, publicData });
    expect([end.exitCode, submission]).toEqual([127, null]);
    expect(output).toMatch(
      /needs Node 20 or newer, and none starts in this sandbox[\s\S]*\/opt\/mlebench\/node: [\s\S]*libstdc\+\+/,
    );
  });

  test("an agent folder's start script runs in its image with its arguments and variables", async () => {
    process.env.TREE_KEY = "s3cret";
    const agent = await agentFor(
      chooseAgent("container", { settings: { directory: place("agents"), id: "tree/dev" } }),
    );
    delete process.env.TREE_KEY;
    const provider = dockerSandboxes({ image, socket });
    const { needs, output, submission } = await actIn(provider, agent, { competitionId, publicData });
    expect(needs.image).toBe(image);
    expect(output).toBe(
      "started in /home/code with copy_data=False search.probability=1.0 agent.steps=8\n/home/agent 86400 True 6\n",
    );
    expect(submission).toBe("id,x\n1,2\n");
  });

  test("a command has its folder at AGENT_DIR", async () => {
    mkdirSync(place("mine"));
    const settings = { command: ["sh", "-c", 'ls -d "$AGENT_DIR"'], directory: place("mine") };
    const agent = await agentFor(chooseAgent("command", { settings }));
    const { output } = await actIn(dockerSandboxes({ image: testImage, socket }), agent, { competitionId, publicData });
    expect(output).toBe("/home/agent\n");
  });
});
