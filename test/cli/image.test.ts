import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const notes = fileURLToPath(new URL("../fixtures/agents/notes/", import.meta.url));

describe("mlebench image without an engine", () => {
  test("says what to install", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "no-engine-"));
    const { exitCode, stderr } = await runCli(["image", "build", "--socket", path.join(folder, "docker.sock")]);
    rmSync(folder, { recursive: true });
    expect(stderr).toMatch(/no container engine.*ENOENT.*apt-get install docker.io.*podman.*--socket or DOCKER_HOST/s);
    expect(exitCode).toBe(1);
  });

  test("refuses options that do not go together", async () => {
    expect((await runCli(["image", "build", "--agent-id", "x"])).exitCode).toBe(2);
    expect((await runCli(["image", "build", "--agent", notes, "--base", "x"])).exitCode).toBe(2);
    expect((await runCli(["image", "build", "--build-arg", "nothing"])).stderr).toMatch(/NAME=VALUE, found `nothing`/);
    const { stderr } = await runCli(["image", "list"], { environment: { DOCKER_HOST: "tcp://127.0.0.1:1" } });
    expect(stderr).toMatch(/unix socket only/);
  });
});
