import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, networkInterfaces } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandResult } from "../../src/contracts/command.ts";
import type { Sandbox, SandboxSpec } from "../../src/contracts/sandbox.ts";
import type { SandboxProvider } from "../../src/contracts/sandbox-kind.ts";
import { findProcesses } from "../support/find-processes.ts";
import { ownMemory } from "../support/own-memory.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";

/**
 * Escapes that an agent might try. None may work in a sandbox that claims to isolate. They run side by side; tests that poll
 * therefore take `expect` from their own context.
 */
export function describeEscapes(provider: SandboxProvider): void {
  describe.concurrent(`${provider.name}: an agent cannot`, () => {
    let server: Server;
    let visits = 0;
    let port = 0;
    let bystander: ChildProcess;
    const seconds = `${6_000_000 + Math.floor(Math.random() * 1_000_000)}`;

    beforeAll(async () => {
      process.env.SANDBOX_TEST_KEY = "SECRET-KEY";
      bystander = spawn("sleep", [seconds], { env: { ...process.env, BYSTANDER_KEY: "SECRET-KEY" } });
      server = createServer((_, response) => {
        visits += 1;
        response.end("REACHED");
      });
      server.on("connection", () => {
        visits += 1;
      });
      await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
      port = (server.address() as AddressInfo).port;
    });
    afterAll(async () => {
      delete process.env.SANDBOX_TEST_KEY;
      bystander.kill("SIGKILL");
      await new Promise((resolve) => server.close(resolve));
    });

    const attempt = (
      title: string,
      script: (root: string) => string,
      check: (result: CommandResult, sandbox: Sandbox, root: string) => unknown,
      settings: Partial<SandboxSpec> = {},
    ): void => {
      test(title, async () => {
        await withSandbox(provider, settings, async (sandbox, root) => {
          // One stream, because the order between two is not defined.
          const result = await sandbox.run(shell(`exec 2>&1; ${script(root)}`), { timeoutMs: 120_000, graceMs: 0 });
          await check(result, sandbox, root);
        });
      });
    };
    const seesNoSecret = ({ output }: CommandResult): void => expect(output).not.toMatch(/SECRET/);
    const bystanderLives = (): void => expect(findProcesses(seconds)).toContain(bystander.pid);

    attempt(
      "read the answers at their place on the host",
      (root) => `cat ${root}/private/answers.csv; ls ${root}; cat /proc/self/root${root}/private/answers.csv`,
      (result) => {
        seesNoSecret(result);
        expect(result.output).not.toMatch(/^private$/m);
      },
    );
    attempt(
      "reach the answers beside the public data",
      () =>
        "cat /home/data/../private/answers.csv; cd /home/data && cat ../private/answers.csv ../../private/answers.csv",
      seesNoSecret,
    );
    attempt(
      "find the answers anywhere",
      () => "grep -rs SECRET-ANSWE[R] /home /tmp /var /mnt /root /etc /run /srv /opt /media 2>/dev/null; echo done",
      ({ output }) => expect(output).toBe("done\n"),
    );
    test("read what another run has written", async () => {
      await withSandbox(provider, {}, async (other, otherRoot) => {
        await other.writeFile(`${other.paths.code}/idea.txt`, "SECRET-IDEA");
        await withSandbox(provider, {}, async (sandbox) => {
          const script = `exec 2>&1; cat ${otherRoot}/workspace/code/idea.txt; grep -rs SECRET-IDE[A] /home /tmp /mnt; echo done`;
          const result = await sandbox.run(shell(script));
          seesNoSecret(result);
          expect(result.output).toMatch(/done\n$/);
        });
      });
    });
    attempt(
      "read the host's passwords",
      () => "cat /etc/shadow /etc/gshadow /etc/sudoers | grep -c .",
      ({ output }) => expect(output.trim().split("\n").at(-1)).toBe("0"),
    );
    attempt(
      "list our home directory",
      () => `ls -A ${homedir()} 2>/dev/null; ls -A /home; ls -A ~`,
      ({ output }) => {
        const ours = new Set(readdirSync(homedir()));
        expect(output.split("\n").filter((name) => ours.has(name))).toEqual([]);
        expect(output.split("\n").filter(Boolean).sort()).toEqual(["code", "data", "logs", "submission"]);
      },
    );
    attempt(
      "find keys in an environment, its own or another process's",
      () => "env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'",
      seesNoSecret,
    );
    attempt(
      "see the host's processes",
      () =>
        `ls -d /proc/[0-9]* | wc -l; cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -x '${seconds.slice(0, -1)}[${seconds.slice(-1)}]'`,
      ({ output }) => expect(Number(output)).toBeLessThan(10),
    );
    attempt("kill the host's processes", () => `kill -9 ${bystander.pid}; kill -9 -1; true`, bystanderLives);
    attempt(
      "trace a process of the host or read its memory",
      () => {
        const pid = bystander.pid;
        const trace = `perl -e 'exit(syscall(101, 16, ${pid}, 0, 0) == 0 ? 0 : 1)' 2>/dev/null && echo TRACED`;
        return `${trace}; cat /proc/${pid}/environ /proc/${pid}/maps /proc/${pid}/root/etc/shadow && echo TRACED; echo done`;
      },
      ({ output }) => {
        expect(output).not.toMatch(/TRACED|SECRET/);
        expect(output).toMatch(/done\n$/);
      },
    );
    attempt(
      "reach a server on the host",
      () => {
        const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
        const hosts = [
          "localhost",
          ...addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address),
        ];
        return hosts
          .map((host) => {
            const byShell = `bash -c 'exec 3<>/dev/tcp/${host}/${port} && echo REACHED' 2>/dev/null`;
            return `${byShell}; wget -q -T 2 -t 1 -O - http://${host}:${port}/ 2>/dev/null; echo | nc -w 2 ${host} ${port} 2>/dev/null`;
          })
          .join("\n");
      },
      ({ output }) => {
        expect(output).not.toMatch(/REACHED/);
        expect(visits).toBe(0);
      },
    );
    attempt(
      "find a network, or a name in it",
      () =>
        "grep -c : /proc/net/dev; grep lo: /proc/net/dev | wc -l; tail -n +2 /proc/net/route | wc -l; getent hosts example.com 2>/dev/null || nslookup example.com 2>&1 | grep -i 'address.*[0-9]$' | grep -v 127; true",
      ({ output }) => expect(output).toBe("1\n1\n0\n"),
    );
    attempt(
      "change the public data",
      () =>
        "cd /home/data; echo x > train.csv; echo x >> train.csv; rm -f train.csv; mv train.csv t; chmod 777 train.csv .; touch new; true",
      (_, __, root) => {
        expect(readdirSync(path.join(root, "public"))).toEqual(["train.csv"]);
        expect(readFileSync(path.join(root, "public", "train.csv"), "utf8")).toBe("id,target\n1,0\n");
      },
    );
    attempt(
      "change the public data through a hard link",
      () => "ln /home/data/train.csv /home/submission/link && echo x >> /home/submission/link; true",
      (_, __, root) => {
        expect(readFileSync(path.join(root, "public", "train.csv"), "utf8")).toBe("id,target\n1,0\n");
        expect(existsSync(path.join(root, "workspace", "submission", "link"))).toBe(false);
      },
    );
    attempt(
      "mount or unmount anything",
      () => {
        const ways = [
          "mount -t tmpfs none /tmp",
          "mount -o remount,rw,bind /home/data",
          "umount -l /home/data",
          "mount --bind / /tmp",
        ];
        const nested = ways.map((way) => `unshare -Urm ${way}`);
        return `for way in ${[...ways, ...nested].map((way) => `'${way}'`).join(" ")}; do $way 2>/dev/null && echo DONE $way; done; cat /home/data/train.csv`;
      },
      ({ output }) => expect(output).toBe("id,target\n1,0\n"),
    );
    attempt(
      "change its root directory",
      () =>
        "mkdir -p /tmp/r; chroot /tmp/r / 2>/dev/null && echo DONE; chroot / true 2>/dev/null && echo DONE; chroot /proc/1/root true 2>/dev/null && echo DONE; true",
      ({ output }) => expect(output).toBe(""),
    );
    attempt(
      "use raw devices",
      () =>
        "cd /tmp; mknod d b 254 0 2>/dev/null && head -c 1 d && echo DONE; mknod m c 1 1 2>/dev/null && echo DONE; for d in /dev/vda /dev/sda /dev/mem /dev/kmem /dev/kmsg /proc/kcore /dev/fuse; do head -c 1 $d >/dev/null 2>&1 && echo DONE $d; done; true",
      ({ output }) => expect(output).toBe(""),
    );
    attempt(
      "change the kernel's settings",
      () =>
        "for f in kernel/core_pattern kernel/hostname vm/overcommit_memory kernel/randomize_va_space; do (cat /proc/sys/$f > /proc/sys/$f) 2>/dev/null && echo DONE $f; done; (echo h > /proc/sysrq-trigger) 2>/dev/null && echo DONE; true",
      ({ output }) => expect(output).toBe(""),
    );
    attempt(
      "gain privileges",
      () => "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; su -c id 2>/dev/null | grep uid=0; id -u",
      ({ output }) => {
        expect(output).toMatch(/CapEff:\s0{16}\n.*\nNoNewPrivs:\s1\n[1-9]\d*\n$/);
      },
    );
    attempt(
      "raise its own limits",
      () =>
        "for f in $(find /sys/fs/cgroup -name 'memory.*limit_in_bytes' -o -name 'memory.max' -o -name cgroup.procs -o -name pids.max 2>/dev/null); do (echo 0 > $f) 2>/dev/null && echo DONE $f; done; (ulimit -f unlimited) 2>/dev/null && echo DONE; true",
      ({ output }) => expect(output).toBe(""),
      { limits: { memoryMb: 256, processes: 60, fileSizeMb: 5 } },
    );
    attempt(
      "write outside its own folders",
      () =>
        "for d in / /usr /usr/bin /bin /etc /home /dev /lib /var /proc /sys; do (echo x > $d/escape) 2>/dev/null && echo DONE $d; done; true",
      ({ output }) => expect(output).toBe(""),
    );
    attempt(
      "type into our terminal",
      () => "(echo > /dev/tty) 2>/dev/null && echo DONE; test -t 0 && echo DONE; ls /dev/pts | grep -v ptmx; true",
      ({ output }) => expect(output).toBe(""),
    );
    attempt(
      "talk to the Docker engine",
      () => "ls /var/run/docker.sock /run/docker.sock /run/containerd /run/podman 2>/dev/null; true",
      ({ output }) => expect(output).toBe(""),
    );
    test("start processes without end", async ({ expect }) => {
      const nap = `${9_000_000 + Math.floor(Math.random() * 1_000_000)}`;
      await withSandbox(provider, { limits: { processes: 40 } }, async (sandbox) => {
        const defused = new AbortController();
        const bomb = `bomb() { sleep ${nap} & bomb & bomb; }; (bomb) 2>/dev/null & exec sleep 600`;
        const running = sandbox.run(shell(bomb), { signal: defused.signal, graceMs: 0 });
        await expect.poll(() => findProcesses(nap).length).toBeGreaterThan(0);
        for (let look = 0; look < 40; look += 1) {
          expect(findProcesses(nap).length).toBeLessThanOrEqual(40);
          await sleep(50);
        }
        defused.abort();
        await running;
        await expect.poll(() => findProcesses(nap)).toEqual([]);
      });
    });
    attempt(
      "take all memory",
      () => "head -c 800000000 /dev/zero | tail -n 1 | wc -c",
      (result, sandbox) => {
        expect(sandbox.record.enforcement.memoryMb).toMatch(/cgroup|rlimit/);
        expect(result.output).not.toMatch(/800000000/);
        if (sandbox.record.enforcement.memoryMb === "cgroup") expect(result.exceeded).toBe("memoryMb");
      },
      { limits: { memoryMb: 96 } },
    );
    attempt(
      "take all memory through shared memory",
      () => "head -c 400000000 /dev/zero > /dev/shm/x; wc -c < /dev/shm/x",
      // The counting program may be killed as well.
      ({ output }) => expect(Number(/^\d+$/m.exec(output)?.[0] ?? 0)).toBeLessThan(110_000_000),
      { limits: { memoryMb: 96 } },
    );
    attempt(
      "fill the disk with temporary files",
      () => "i=0; while :; do head -c 2000000 /dev/zero > /tmp/f$i; i=$((i+1)); sleep 0.02; done",
      ({ exceeded }) => expect(exceeded).toBe("diskMb"),
      { limits: { diskMb: 30 } },
    );
    attempt(
      "fill the disk with empty files in deeply nested folders",
      () => "cd /tmp; while :; do mkdir dddddddddddddddddddd; cd dddddddddddddddddddd; : > a; : > b; done",
      ({ exceeded }) => expect(exceeded).toBe("diskMb"),
      { limits: { diskMb: 1 } },
    );
    test("exhaust our memory with output", async () => {
      await withSandbox(provider, { limits: { outputBytes: 10_000 } }, async (sandbox) => {
        const before = ownMemory();
        const enough = new AbortController();
        let received = 0;
        const onOutput = (chunk: Uint8Array): void => {
          received += chunk.length;
          if (received === 10_000) setTimeout(() => enough.abort(), 1000);
        };
        const result = await sandbox.run(shell("yes SECRET & yes >&2"), {
          signal: enough.signal,
          graceMs: 0,
          onOutput,
        });
        expect(result).toMatchObject({ cancelled: true, outputTruncated: true });
        expect(result.output).toHaveLength(10_000);
        expect(ownMemory() - before).toBeLessThan(300 * 2 ** 20);
      });
    });
    test("outlive its time limit by ignoring signals in a session of its own", async ({ expect }) => {
      const nap = `${5_000_000 + Math.floor(Math.random() * 900_000)}`;
      await withSandbox(provider, {}, async (sandbox) => {
        const hidden = `trap "" TERM HUP INT; (setsid nohup sh -c "(sleep ${nap} &) ; exec sleep ${nap}" >/dev/null 2>&1 &)`;
        const script = `${hidden}; exec >/dev/null 2>&1; while :; do sleep 0.2; done`;
        const result = await sandbox.run(shell(script), { timeoutMs: 1200, graceMs: 200 });
        expect(result.timedOut).toBe(true);
        await expect.poll(() => findProcesses(nap)).toEqual([]);
      });
    });
    test("make us follow a link by swapping it in while we read", async () => {
      await withSandbox(provider, {}, async (sandbox, root) => {
        mkdirSync(path.join(root, "private", "d"));
        writeFileSync(path.join(root, "private", "d", "submission.csv"), "SECRET-ANSWER");
        const swap = `cd "$SUBMISSION_DIR"; mkdir real; echo fine > real/submission.csv; ln -s ${root}/private/d link; while :; do mv -T real d; mv -T d real; mv -T link d; mv -T d link; done`;
        const done = new AbortController();
        const swapping = sandbox.run(shell(swap), { signal: done.signal, graceMs: 0 });
        let fine = 0;
        for (const end = Date.now() + 2000; Date.now() < end || fine === 0; ) {
          const content = await sandbox.readFile(`${sandbox.paths.submission}/d/submission.csv`);
          if (content === null) continue;
          expect(Buffer.from(content).toString()).toBe("fine\n");
          fine += 1;
        }
        done.abort();
        await swapping;
      });
    });
  });
}
