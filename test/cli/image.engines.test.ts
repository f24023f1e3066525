import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { startEngine, testImage } from "../support/docker-engine.ts";
import { runCli } from "../support/run-cli.ts";

const notes = fileURLToPath(new URL("../fixtures/agents/notes/", import.meta.url));
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
      error: { code: "image-build-failed", message: expect.stringContaining("There is no bash in the base image.") },
    });
    expect(exitCode).toBe(1);
  });

  test("build of an agent asks for the environment first", async () => {
    const { exitCode, stderr } = await runCli(["image", "build", "--agent", notes], { environment });
    expect(stderr).toMatch(/The agent notes is built on the image mlebench-env.*Run `mlebench image build` first/);
    expect(exitCode).toBe(1);
  });

  test("rm leaves alone what is not ours", async () => {
    expect(await runCli(["image", "rm", testImage], { environment })).toMatchObject({ exitCode: 2 });
    const absent = await runCli(["image", "rm", "absent"], { environment });
    expect(absent.stderr).toMatch(/There is no image absent. `mlebench image list`/);
  });
});
