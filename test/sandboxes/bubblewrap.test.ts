import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { usableCarriers } from "../../src/sandboxes/bubblewrap/network-carriers.ts";
import { descendants, listProcesses } from "../../src/sandboxes/shared/process-tree.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { shell, waitForFile, withSandbox } from "../support/sandbox-folders.ts";
import { abandonSandbox } from "./abandon-sandbox.ts";

/** A server that answers every request with `REACHED`. */
async function serve(host: string) {
  const server = createServer((_, response) => response.end("REACHED"));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** A line of bash that asks a server. */
const ask = (host: string, port: number): string =>
  `timeout 5 bash -c "exec 3<>/dev/tcp/${host}/${port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3"`;

/** A socket with a name but no file, as desktop programs use them, and a line of shell that connects to it. */
async function serveAbstract() {
  const name = `mlebench-${randomUUID()}`;
  let visits = 0;
  const python = `import socket,sys;s=socket.socket(socket.AF_UNIX);`;
  const server = spawn("python3", [
    "-uc",
    `${python}s.bind("\\0${name}");s.listen();print("up");s.accept();print("VISIT")`,
  ]);
  server.stdout.on("data", (chunk: Buffer) => {
    visits += chunk.toString().includes("VISIT") ? 1 : 0;
  });
  await once(server.stdout, "data");
  const script = `python3 -c '${python}s.connect("\\0${name}");print("REACHED")'`;
  return { ask: script, visits: () => visits, close: () => void server.kill() };
}

const ownAddresses = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ family, internal }) => family === "IPv4" && !internal)
  .map(({ address }) => address);

/** The processes that connect sandboxes to the network, among those given. */
const carriers = (all = listProcesses()) =>
  all.filter(({ name, threads }) => /^(slirp4netns|pasta|passt)/.test(name) && threads > 0);

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
    const { port, close } = await serve("127.0.0.1");
    const script = `cat /home/notes.json; ${ask("127.0.0.1", port)}`;
    const readOnly = { "/home/notes.json": fileURLToPath(new URL("../../package.json", import.meta.url)) };
    const sharing = bubblewrapSandboxes(null);
    expect(sharing.traits.sharesHostNetworkOn).toEqual(["open"]);
    try {
      await withSandbox(sharing, { network: "open", readOnly }, async (sandbox) => {
        const { output } = await sandbox.run(["bash", "-c", script]);
        expect(output).toMatch(/"name": "mlebench"/);
        expect(output).toMatch(/REACHED$/);
        expect(sandbox.record.network).toBe("open");
        expect(sandbox.record.notes.join()).toMatch(/network of this machine, with the services on its loopback/);
      });
      await withSandbox(sharing, {}, async (sandbox) => {
        const { output } = await sandbox.run(["bash", "-c", script]);
        expect(output).not.toMatch(/REACHED|mlebench/);
      });
    } finally {
      close();
    }
  });

  describe.each(usableCarriers())("an open network of bubblewrap's own, by $program", (carrier) => {
    const provider = bubblewrapSandboxes(carrier);

    test("leads to other addresses, but to none of the host's loopback services", async () => {
      expect(provider.traits.sharesHostNetworkOn).toEqual([]);
      const local = await serve("127.0.0.1");
      const outer = await serve("0.0.0.0");
      const abstract = await serveAbstract();
      try {
        await withSandbox(provider, { network: "open" }, async (sandbox) => {
          const gateways = ["127.0.0.1", "127.0.0.53", "localhost", "10.0.2.2", "10.0.2.3", "0.0.0.0", ...ownAddresses];
          const inside = gateways.map((host) => ask(host, local.port)).join("\n");
          const { output } = await sandbox.run(["bash", "-c", `exec 2>&1\n${inside}\n${abstract.ask}\necho done`]);
          expect(output).not.toMatch(/REACHED/);
          expect(output).toMatch(/done\n$/);
          expect(abstract.visits()).toBe(0);
          const routes = (await sandbox.run(["cat", "/proc/net/route"])).output;
          expect(routes).toMatch(/^\w+\t00000000\t/m);
          // The way a machine of the same network would take. Pasta gives the host's own address to the sandbox.
          for (const host of carrier.program === "pasta" ? [] : ownAddresses.slice(0, 1)) {
            expect((await sandbox.run(["bash", "-c", ask(host, outer.port)])).output).toMatch(/REACHED$/);
          }
          const rights = await sandbox.run(["grep", "-E", "^Cap(Prm|Eff|Bnd)", "/proc/self/status"]);
          expect(rights.output).toMatch(/^(Cap...:\s0{16}\n){3}$/);
          expect((await sandbox.run(["cat", "/etc/resolv.conf"])).output).toBe("nameserver 10.0.2.3\n");
          expect(sandbox.record.notes.join()).toMatch(/network of its own/);
        });
      } finally {
        for (const { close } of [local, outer, abstract]) close();
      }
    });

    test("keeps exit codes, limits and signals, and leaves no process behind", async () => {
      const ours = () => carriers(descendants(process.pid));
      await expect.poll(ours).toEqual([]);
      await withSandbox(provider, { network: "open" }, async (sandbox) => {
        const running = sandbox.run(shell(waitForFile("seen")));
        await expect.poll(() => ours().length).toBe(1);
        expect((await sandbox.run(shell("exit 7"))).exitCode).toBe(7);
        expect((await sandbox.run(["no-such-program"])).exitCode).toBe(127);
        expect(await sandbox.run(["sleep", "100"], { timeoutMs: 1000 })).toMatchObject({ timedOut: true });
        await sandbox.writeFile(`${sandbox.paths.code}/seen`, "");
        expect((await running).exitCode).toBe(0);
      });
      await expect.poll(ours).toEqual([]);
    });
  });

  test("an open network ends with the process that opened it", async () => {
    const before = new Set(carriers().map(({ pid }) => pid));
    const abandoned = await abandonSandbox({ name: "bubblewrap" }, { network: "open" });
    await expect.poll(abandoned.running).toEqual([]);
    await expect.poll(() => carriers().filter(({ pid }) => !before.has(pid))).toEqual([]);
    abandoned.remove();
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
