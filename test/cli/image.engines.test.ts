import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { startEngine, testImage } from "../support/docker-engine.ts";
import { differences, documentedCommands } from "../support/documented-json.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const notes = fileURLToPath(new URL("../fixtures/agents/notes/", import.meta.url));
const place = temporaryDirectory();
const engine = await startEngine();
afterAll(async () => await engine?.stop());

describe.skipIf(engine === null)("mlebench image", () => {
  const socket = engine?.socket ?? "";
  const environment = { DOCKER_HOST: `unix://${socket}` };

  test("list shows nothing at first, and says what to do", async () => {
    expect(await runCli(["image", "list"], { environment })).toMatchObject({ exitCode: 0, stdout: "" });
    expect((await runCli(["image", "list", "--json", "--socket", socket])).stdout).toBe("[]\n");
  });

  test("build streams the engine's output to standard error and fails with the step that failed", async () => {
    const parameters = ["image", "build", "--base", testImage, "--no-heavy", "--offline", "--name", "mine", "--json"];
    const { exitCode, stdout, stderr } = await runCli([...parameters, "--build-arg", "A=1", "B=2=3"], { environment });
    expect(stderr).toMatch(/^Step 1\/\d+ : ARG BASE_IMAGE/);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "image-build-failed", message: expect.stringContaining("The base image has no bash.") },
    });
    expect(exitCode).toBe(1);
  });

  test("build of an agent asks for the environment first", async () => {
    const { exitCode, stderr } = await runCli(["image", "build", "--agent", notes], { environment });
    expect(stderr).toMatch(/The agent notes is built on the image mlebench-env.*Run `mlebench image build` first/);
    expect(exitCode).toBe(1);
  });

  test("--json prints what docs/json.md documents", async () => {
    const folder = place("small");
    mkdirSync(folder);
    writeFileSync(place("small", "Dockerfile"), `FROM ${testImage}\n`);
    writeFileSync(place("small", "config.yaml"), "small:\n  start: small/start.sh\n  dockerfile: small/Dockerfile\n");
    writeFileSync(place("small", "start.sh"), "");
    const calls = { "image build": ["--agent", folder], "image list": [], "image rm": ["mlebench-agent-small"] };
    for (const [row, parameters] of Object.entries(calls)) {
      const { stdout, stderr, exitCode } = await runCli([...row.split(" "), ...parameters, "--json"], { environment });
      expect(exitCode, stderr).toBe(0);
      expect(differences(JSON.parse(stdout), documentedCommands.get(row)!)).toEqual([]);
      expect(stdout).toContain("mlebench-agent-small");
    }
  });

  test("rm leaves alone what is not ours", async () => {
    expect(await runCli(["image", "rm", testImage], { environment })).toMatchObject({ exitCode: 2 });
    const absent = await runCli(["image", "rm", "absent"], { environment });
    expect(absent.stderr).toMatch(/There is no image absent. `mlebench image list`/);
  });
});
