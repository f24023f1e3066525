import { afterAll, describe, expect, test } from "vitest";
import { dockerSandboxes } from "../../src/sandboxes/docker.ts";
import { dockerEngine } from "../../src/sandboxes/docker-engine.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { describeEscapes } from "../contracts/sandbox-escapes.ts";
import { startPodman } from "../support/podman-service.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";
import { testImage } from "../support/test-image.ts";

const service = await startPodman();
afterAll(async () => await service?.stop(), 60_000);

describe.skipIf(service === null)("podman", () => {
  const options = { image: testImage, socket: service?.socket ?? "" };
  const provider = dockerSandboxes(options);
  describeSandbox(provider, options);
  describeEscapes(provider);

  test("a program that may not be started is told from one that is missing and one that failed", async () => {
    await withSandbox(provider, {}, async (sandbox) => {
      expect((await sandbox.run(["/etc"])).exitCode).toBe(126);
      expect((await sandbox.run(["/etc/none"])).exitCode).toBe(127);
      expect((await sandbox.run(shell("echo failed to exec pid1: No such file or directory; exit 1"))).exitCode).toBe(
        1,
      );
      expect(sandbox.record.notes[0]).toMatch(/^Podman Engine \d/);
    });
  });

  test("limits of one's own are kept, whatever podman may set by itself", async () => {
    const hostConfig = { Ulimits: [{ Name: "nofile", Soft: 99, Hard: 99 }] };
    await withSandbox(dockerSandboxes({ ...options, hostConfig }), {}, async (sandbox) => {
      expect((await sandbox.run(shell("ulimit -n"))).output).toBe("99\n");
    });
  });

  test("podman leaves no container behind", async () => {
    expect(await dockerEngine(options.socket).demand("GET", "/containers/json?all=1")).toEqual([]);
  });
});
