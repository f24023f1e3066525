import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { shell, waitForFile, withSandbox } from "../support/sandbox-folders.ts";

/** A process may end between being listed and being read. */
const readFile = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

if (!hasBubblewrap) {
  test.skip("bubblewrap runs commands in a sandbox");
} else {
  // With limits a control group measures usage, without them the processes are inspected.
  describeSandbox(bubblewrapSandboxes(), { diesWithOwner: true, measuredUnder: [{}, { memoryMb: 400 }] });

  test("bubblewrap runs commands as an ordinary user and shows only the folders it names", async () => {
    await withSandbox(bubblewrapSandboxes(), {}, async (sandbox) => {
      expect((await sandbox.run(["id", "-u"])).output).toBe("1000\n");
      expect((await sandbox.run(shell("ls -A / | tr '\\n' ' '"))).output).toMatch(/^bin dev etc home .*usr var $/);
      expect(sandbox.record).toMatchObject({ isolation: "namespaces", network: "none" });
    });
  });

  test("bubblewrap opens the network and shows further files only when asked to", async () => {
    const server = createServer((_, response) => response.end("REACHED"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const script = `cat /home/notes.json; exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`;
    const readOnly = { "/home/notes.json": fileURLToPath(new URL("../../package.json", import.meta.url)) };
    try {
      await withSandbox(bubblewrapSandboxes(), { network: "open", readOnly }, async (sandbox) => {
        const { output } = await sandbox.run(["bash", "-c", script]);
        expect(output).toMatch(/"name": "mlebench"/);
        expect(output).toMatch(/REACHED$/);
        expect(sandbox.record.network).toBe("open");
      });
      await withSandbox(bubblewrapSandboxes(), {}, async (sandbox) => {
        const { output } = await sandbox.run(["bash", "-c", script]);
        expect(output).not.toMatch(/REACHED|mlebench/);
      });
    } finally {
      server.close();
    }
  });

  test("bubblewrap hides the values of variables from other users of the host", async () => {
    const key = `key-${"0123456789".repeat(3)}`;
    await withSandbox(bubblewrapSandboxes(), { environment: { SECRET: key } }, async (sandbox) => {
      let printed = "";
      const running = sandbox.run(shell(`echo "$SECRET"; ${waitForFile("seen")}`), {
        onOutput: (chunk) => {
          printed += Buffer.from(chunk).toString();
        },
      });
      await expect.poll(() => printed).toBe(`${key}\n`);
      let seen = "";
      for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
        seen += readFile(`/proc/${pid}/cmdline`);
      }
      expect(seen).toContain("bwrap");
      expect(seen).not.toContain(key);
      await sandbox.writeFile(`${sandbox.paths.code}/seen`, "");
      await running;
    });
  });

  test("bubblewrap holds commands to their share of the processors", async () => {
    await withSandbox(bubblewrapSandboxes(), { limits: { cpus: 0.2 } }, async (sandbox) => {
      const busy = "timeout 2 sh -c 'while :; do :; done'; times | tail -1";
      const { output, durationMs } = await sandbox.run(shell(busy));
      const seconds = Number(/m([\d.]+)s/.exec(output)![1]);
      if (sandbox.record.enforcement.cpus === "cgroup") expect(seconds).toBeLessThan((0.4 * durationMs) / 1000);
      else expect(sandbox.record.enforcement.cpus).toBe("none");
    });
  });
}
