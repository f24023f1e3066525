import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { dockerSandboxes } from "../../src/sandboxes/docker/docker.ts";
import { dockerEngine } from "../../src/sandboxes/docker/engine.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { findProcesses } from "../support/find-processes.ts";
import { startPodman } from "../support/podman-service.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";
import { testImage } from "../support/test-image.ts";

const service = await startPodman();
afterAll(async () => await service?.stop());

describe.skipIf(service === null)("podman", () => {
  const options = { image: testImage, socket: service?.socket ?? "" };
  const provider = dockerSandboxes(options);
  describeSandbox(provider, { settings: options });

  // The escapes that podman prevents in its own way; the kernel prevents the others.
  test("commands cannot make namespaces of their own and mount in them", async () => {
    await withSandbox(provider, {}, async (sandbox) => {
      const ways = ["unshare -U true", "unshare -Urm mount -t tmpfs none /tmp", "unshare -Urm umount -l /home/data"];
      const script = `for way in ${ways.map((way) => `'${way}'`).join(" ")}; do $way 2>/dev/null && echo DONE $way; done; (echo inside)`;
      expect((await sandbox.run(shell(script))).output).toBe("inside\n");
    });
  });

  test("running out of memory is reported, whichever process it was", async () => {
    await withSandbox(provider, { limits: { memoryMb: 96 } }, async (sandbox) => {
      const { output, exceeded } = await sandbox.run(shell("head -c 800000000 /dev/zero | tail -n 1 | wc -c"));
      expect(output).not.toMatch(/800000000/);
      expect(exceeded).toBe("memoryMb");
      expect((await sandbox.run(["true"])).exceeded).toBe(null);
    });
  });

  test("a network between the containers of a sandbox leads nowhere else and is removed with it", async () => {
    const [pid] = findProcesses(`unix://${options.socket}`);
    const ownAddresses = (): string[] => {
      const table = readFileSync(`/proc/${pid}/net/fib_trie`, "utf8");
      const found = [...table.matchAll(/-- (\S+)\n\s+\/32 host LOCAL/g)].map((match) => match[1]!);
      return [...new Set(found)].filter((address) => !address.startsWith("127."));
    };
    const engine = dockerEngine(options.socket);
    const names = async (): Promise<string[]> =>
      ((await engine.demand("GET", "/networks")) as { Name: string }[])
        .map(({ Name }) => Name)
        .filter((name) => name.startsWith("mlebench-"));
    await withSandbox(provider, { network: "internal" }, async (sandbox) => {
      expect(await names()).toHaveLength(1);
      const serving = sandbox.run(shell("hostname -i > address; echo REACHED | nc -l -p 5000"), { timeoutMs: 100_000 });
      const script = `until [ -s address ]; do sleep 0.1; done; until nc -w 5 "$(cat address)" 5000 < /dev/null 2>/dev/null; do sleep 0.1; done
        cat /proc/net/if_inet6; route -n | grep UG; timeout 1 nslookup example.com >/dev/null 2>&1 && echo RESOLVED; true`;
      let seen: string[] | null = null;
      const onOutput = (): void => {
        seen ??= ownAddresses();
      };
      const asking = sandbox.run(shell(script), { timeoutMs: 100_000, onOutput });
      expect((await asking).output).toBe("REACHED\n");
      expect((await serving).exitCode).toBe(0);
      expect(seen).toEqual([]);
    });
    expect(await names()).toEqual([]);
  });

  test("exit codes tell a program that may not be executed from one that is missing and one that failed", async () => {
    await withSandbox(provider, {}, async (sandbox) => {
      expect((await sandbox.run(["/etc"])).exitCode).toBe(126);
      expect((await sandbox.run(["/etc/none"])).exitCode).toBe(127);
      expect((await sandbox.run(shell("echo failed to exec pid1: No such file or directory; exit 1"))).exitCode).toBe(
        1,
      );
      expect(sandbox.record.notes[0]).toMatch(/^Podman Engine \d/);
    });
  });

  test("the user's limits take precedence over podman's", async () => {
    const hostConfig = { Ulimits: [{ Name: "nofile", Soft: 99, Hard: 99 }] };
    await withSandbox(dockerSandboxes({ ...options, hostConfig }), {}, async (sandbox) => {
      expect((await sandbox.run(shell("ulimit -n"))).output).toBe("99\n");
    });
  });

  test("podman leaves no container behind", async () => {
    expect(await dockerEngine(options.socket).demand("GET", "/containers/json?all=1")).toEqual([]);
  });
});
