import { afterAll, describe, expect, test } from "vitest";
import { dockerSandboxes } from "../../src/sandboxes/docker.ts";
import { dockerEngine } from "../../src/sandboxes/docker-engine.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { startPodman } from "../support/podman-service.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";
import { testImage } from "../support/test-image.ts";

const service = await startPodman();
afterAll(async () => await service?.stop(), 60_000);

describe.skipIf(service === null)("podman", () => {
  const options = { image: testImage, socket: service?.socket ?? "" };
  const provider = dockerSandboxes(options);
  describeSandbox(provider, options);

  // The ways out that podman closes otherwise than Docker; the rest are the kernel's to close.
  test("commands make no namespaces of their own, in which they could mount", async () => {
    await withSandbox(provider, {}, async (sandbox) => {
      const ways = ["unshare -U true", "unshare -Urm mount -t tmpfs none /tmp", "unshare -Urm umount -l /home/data"];
      const script = `for way in ${ways.map((way) => `'${way}'`).join(" ")}; do $way 2>/dev/null && echo DONE $way; done; (echo inside)`;
      expect((await sandbox.run(shell(script))).output).toBe("inside\n");
    });
  });

  test("memory that ran out is told, whichever process it was", async () => {
    await withSandbox(provider, { limits: { memoryMb: 96 } }, async (sandbox) => {
      const { output, exceeded } = await sandbox.run(shell("head -c 800000000 /dev/zero | tail -n 1 | wc -c"));
      expect(output).not.toMatch(/800000000/);
      expect(exceeded).toBe("memoryMb");
      expect((await sandbox.run(["true"])).exceeded).toBe(null);
    });
  });

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
