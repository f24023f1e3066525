import { existsSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { homePaths } from "../../src/contracts/home-paths.ts";
import type { Network, SandboxLimits } from "../../src/contracts/sandbox.ts";
import type { SandboxProvider } from "../../src/contracts/sandbox-kind.ts";
import { SandboxUnavailable, UsageError } from "../../src/lib/errors.ts";
import { abandonSandbox, type ProviderSource } from "../sandboxes/abandon-sandbox.ts";
import { findProcesses } from "../support/find-processes.ts";
import { shell, waitForFile, withSandbox } from "../support/sandbox-folders.ts";
import { withMoreTime } from "../support/with-more-time.ts";

/** What the suite has to know about a provider. */
export interface SandboxCase extends Omit<ProviderSource, "name"> {
  /** Whether everything inside dies with the process that opened it. Default: false. */
  readonly diesWithOwner?: boolean;
  /** Whether its disk limit counts deleted files that are still open. Default: where the system shows them. */
  readonly seesDeletedFiles?: boolean;
  /** Limits under which it measures usage in different ways. Default: none. */
  readonly measuredUnder?: readonly SandboxLimits[];
}

const everyLimit: Required<SandboxLimits> = {
  wallClockMs: 60_000,
  memoryMb: 400,
  cpus: 1,
  processes: 100,
  fileSizeMb: 10,
  diskMb: 100,
  outputBytes: 1000,
};

/**
 * What every sandbox does, whatever it is made of. Images need a shell with the usual small programs. The tests mostly wait,
 * so they run side by side; those that poll therefore take `expect` from their own context.
 */
export function describeSandbox(provider: SandboxProvider, options: SandboxCase = {}): void {
  describe.concurrent(`${provider.name}: every sandbox`, () => {
    test("can be used here", async () => {
      expect(await provider.unavailable()).toBe(null);
    });

    test("is what its traits say", async () => {
      const { isolation, ownFileSystem, networks, limits } = provider.traits;
      await withSandbox(provider, { limits: everyLimit }, async ({ record, paths }) => {
        expect(record).toMatchObject({ sandbox: provider.name, isolation, limits: everyLimit });
        expect(provider.enforcement(everyLimit)).toEqual(record.enforcement);
        if (ownFileSystem) expect(paths).toEqual(homePaths);
        for (const name of Object.keys(everyLimit) as (keyof SandboxLimits)[]) {
          expect(limits[name]).toContain(record.enforcement[name]);
        }
      });
      const others = (["none", "internal", "open"] satisfies Network[]).filter((one) => !networks.includes(one));
      for (const network of others) {
        await expect(withSandbox(provider, { network }, async () => undefined)).rejects.toThrow(UsageError);
      }
    });

    test("shows the public data and three folders, and says where they are", async () => {
      await withSandbox(provider, { environment: { SEED: "7" } }, async (sandbox) => {
        const script =
          'cat "$DATA_DIR/train.csv"; ls "$SUBMISSION_DIR" "$CODE_DIR" "$LOGS_DIR" | grep csv; pwd; echo $SEED';
        const { exitCode, output } = await sandbox.run(shell(script));
        expect(output).toBe(`id,target\n1,0\n${sandbox.paths.code}\n7\n`);
        expect(exitCode).toBe(0);
      });
    });

    test("reports how a command ended, with both outputs", async () => {
      await withSandbox(provider, {}, async (sandbox) => {
        const result = await sandbox.run(shell("echo out; echo err >&2; exit 3"));
        expect(result).toMatchObject({
          exitCode: 3,
          timedOut: false,
          cancelled: false,
          exceeded: null,
          outputBytes: 8,
        });
        expect(result.output.split("\n").sort()).toEqual(["", "err", "out"]);
        expect((await sandbox.run(shell("kill -9 $$"))).exitCode).toBe(137);
        expect((await sandbox.run(["no-such-program"])).exitCode).toBe(127);
      });
    });

    test("passes arguments on unchanged, and nothing of our environment", async () => {
      process.env.SANDBOX_TEST_KEY = "SECRET-KEY";
      await withSandbox(provider, {}, async (sandbox) => {
        const odd = ["a b", "$HOME", "'\"", "", "*", "ä\n"];
        const { output } = await sandbox.run(["/bin/sh", "-c", 'printf "[%s]" "$@"', "sh", ...odd]);
        expect(output).toBe(odd.map((argument) => `[${argument}]`).join(""));
        const { output: environment } = await sandbox.run(["env"], { environment: { EXTRA: "1" } });
        expect(environment).toMatch(/^EXTRA=1$/m);
        expect(environment).not.toMatch(/SECRET-KEY/);
      });
      delete process.env.SANDBOX_TEST_KEY;
    });

    test("keeps files from one command to the next, including temporary ones", async () => {
      await withSandbox(provider, {}, async (sandbox) => {
        await sandbox.run(shell('echo one > "$CODE_DIR/a"; echo two > "$TMPDIR/b"'));
        expect((await sandbox.run(shell('cat a "$TMPDIR/b"'))).output).toBe("one\ntwo\n");
      });
    });

    test("ends a command that takes too long, after asking it to", async () => {
      await withSandbox(provider, {}, async (sandbox) => {
        const script = "exec 2>&1; trap 'echo asked; exit 0' TERM; echo ready; while :; do sleep 0.1; done";
        const polite = await withMoreTime(
          1500,
          (timeoutMs) => sandbox.run(shell(script), { timeoutMs, graceMs: 60_000 }),
          ({ output }) => output.includes("ready"),
        );
        expect(polite).toMatchObject({ exitCode: null, timedOut: true, exceeded: null });
        expect(polite.output).toMatch(/^ready\n(.*\n)?asked\n$/);
        const stubborn = "trap '' TERM; while :; do sleep 0.1; done";
        const killed = await sandbox.run(shell(stubborn), { timeoutMs: 500, graceMs: 300 });
        expect(killed).toMatchObject({ exitCode: null, timedOut: true });
      });
    });

    test("lets no command run longer than the sandbox's own time limit", async () => {
      await withSandbox(provider, { limits: { wallClockMs: 1500 } }, async (sandbox) => {
        const result = await sandbox.run(["sleep", "60"], { timeoutMs: 50_000, graceMs: 0 });
        expect(result).toMatchObject({ exitCode: null, timedOut: true, exceeded: "wallClockMs" });
        expect((await sandbox.run(["sleep", "60"], { graceMs: 0 })).exceeded).toBe("wallClockMs");
        expect(sandbox.record.enforcement).toEqual({ wallClockMs: "harness" });
      });
    });

    test("ends a command when its signal is aborted, and starts none after that", async () => {
      await withSandbox(provider, {}, async (sandbox) => {
        const controller = new AbortController();
        const running = sandbox.run(shell("echo x; sleep 60"), {
          signal: controller.signal,
          graceMs: 0,
          onOutput: () => controller.abort(),
        });
        expect(await running).toMatchObject({ exitCode: null, cancelled: true, timedOut: false });
        const late = await sandbox.run(shell("touch started"), { signal: controller.signal });
        expect(late).toMatchObject({ exitCode: null, cancelled: true, timedOut: false });
        expect((await sandbox.run(shell("ls"))).output).not.toContain("started");
      });
    });

    test("keeps the first bytes of too much output and counts the rest", async () => {
      await withSandbox(provider, {}, async (sandbox) => {
        let passed = "";
        const onOutput = (chunk: Uint8Array): void => {
          passed += Buffer.from(chunk).toString();
        };
        const { output, outputBytes } = await sandbox.run(["echo", "hello"], { onOutput, keepOutput: false });
        expect([output, outputBytes, passed]).toEqual(["", 6, "hello\n"]);
      });
      await withSandbox(provider, { limits: { outputBytes: 1000 } }, async (sandbox) => {
        let streamed = 0;
        const result = await sandbox.run(shell("yes | head -c 3000000; exit 4"), {
          onOutput: (chunk) => {
            streamed += chunk.length;
          },
        });
        expect(result).toMatchObject({ exitCode: 4, outputBytes: 3_000_000, outputTruncated: true });
        expect([result.output.length, streamed]).toEqual([1000, 1000]);
      });
    });

    test("ends everything a command started together with the command", async ({ expect }) => {
      await withSandbox(provider, {}, async (sandbox) => {
        const seconds = `${7_000_000 + Math.floor(Math.random() * 1_000_000)}`;
        const started = `sleep ${seconds} & setsid sleep ${seconds} & (nohup setsid sleep ${seconds} >/dev/null 2>&1 &) ; sleep 0.3`;
        const result = await sandbox.run(shell(started));
        expect(result.exitCode).toBe(0);
        await expect.poll(() => findProcesses(seconds)).toEqual([]);
      });
    });

    test("runs commands side by side and ends them all on disposal", async ({ expect }) => {
      const seconds = `${8_000_000 + Math.floor(Math.random() * 1_000_000)}`;
      await withSandbox(provider, {}, async (sandbox) => {
        const commands = [1, 2].map(() => sandbox.run(["sleep", seconds]));
        await expect.poll(() => findProcesses(seconds).length).toBeGreaterThanOrEqual(2);
        await sandbox.dispose();
        await sandbox.dispose();
        for (const result of await Promise.all(commands))
          expect(result).toMatchObject({ exitCode: null, cancelled: true });
        await expect.poll(() => findProcesses(seconds)).toEqual([]);
        await expect(sandbox.run(["true"])).rejects.toThrow(SandboxUnavailable);
      });
    });

    test("refuses a file that is too large", async () => {
      await withSandbox(provider, { limits: { fileSizeMb: 1 } }, async (sandbox) => {
        const result = await sandbox.run(shell("exec 2>&1; head -c 5000000 /dev/zero > big; wc -c < big"));
        expect(Number(result.output.trim().split("\n").at(-1))).toBe(2 ** 20);
        expect(sandbox.record.enforcement.fileSizeMb).toBe("rlimit");
      });
    });

    test("ends a command that fills the disk", async () => {
      await withSandbox(provider, { limits: { diskMb: 20 } }, async (sandbox) => {
        const script = "i=0; while :; do head -c 1000000 /dev/zero > f$i; i=$((i+1)); sleep 0.02; done";
        const result = await sandbox.run(shell(script), { timeoutMs: 100_000 });
        expect(result).toMatchObject({ exitCode: null, exceeded: "diskMb", timedOut: false });
        expect(sandbox.record.enforcement.diskMb).toBe("polling");
      });
    });

    test("ends a command that fills the disk with files whose names are not UTF-8", async () => {
      await withSandbox(provider, { limits: { diskMb: 20 } }, async (sandbox) => {
        const script = `i=0; d=$(printf 'd\\377'); mkdir "$d"; while :; do head -c 1000000 /dev/zero > "$d/f$i"; i=$((i+1)); sleep 0.02; done`;
        const result = await sandbox.run(shell(script), { timeoutMs: 100_000 });
        expect(result).toMatchObject({ exitCode: null, exceeded: "diskMb", timedOut: false });
      });
    });

    test.runIf(options.seesDeletedFiles ?? process.platform === "linux")(
      "ends a command that fills a deleted file",
      async () => {
        await withSandbox(provider, { limits: { diskMb: 20 } }, async (sandbox) => {
          const script = "exec 3> hidden; rm hidden; while :; do head -c 1000000 /dev/zero >&3; sleep 0.02; done";
          const result = await sandbox.run(shell(script), { timeoutMs: 100_000 });
          expect(result).toMatchObject({ exitCode: null, exceeded: "diskMb", timedOut: false });
        });
      },
    );

    test("reads and writes files from outside, which commands inside can change", async () => {
      await withSandbox(provider, {}, async (sandbox) => {
        const file = `${sandbox.paths.code}/solve.sh`;
        await sandbox.writeFile(file, "echo 1 >> solve.sh; cat solve.sh; exit\n");
        expect((await sandbox.run(shell("sh ./solve.sh"))).output).toBe("echo 1 >> solve.sh; cat solve.sh; exit\n1\n");
        expect(Buffer.from((await sandbox.readFile(file))!).toString()).toMatch(/\n1\n$/);
        expect(await sandbox.readFile(`${sandbox.paths.logs}/none`)).toBe(null);
        await expect(sandbox.readFile(file, { maxBytes: 3 })).rejects.toThrow(/the limit is 3/);
        await expect(sandbox.readFile(`${sandbox.paths.data}/train.csv`)).rejects.toThrow(UsageError);
        await expect(sandbox.readFile(`${sandbox.paths.code}/../../private/answers.csv`)).rejects.toThrow(UsageError);
      });
    });

    test("follows no symbolic link when files are read, written or collected", async () => {
      await withSandbox(provider, {}, async (sandbox, root) => {
        const { submission } = sandbox.paths;
        const secret = path.join(root, "private", "answers.csv");
        const script = `cd "$SUBMISSION_DIR"; ln -s ${secret} submission.csv; ln -s ${path.dirname(secret)} folder; mkfifo pipe; mkdir real; echo 1 > real/a`;
        expect((await sandbox.run(shell(script))).exitCode).toBe(0);
        for (const name of ["submission.csv", "folder/answers.csv", "pipe"]) {
          expect(await sandbox.readFile(`${submission}/${name}`)).toBe(null);
        }
        await expect(sandbox.writeFile(`${submission}/folder/new`, "x")).rejects.toThrow(UsageError);
        expect(existsSync(path.join(root, "private", "new"))).toBe(false);
        const target = path.join(root, "collected");
        const collected = await sandbox.collect(submission, target);
        expect(collected).toMatchObject({ files: 1, bytes: 2 });
        expect([...collected.skipped].sort()).toEqual(["folder", "pipe", "submission.csv"]);
        expect(readFileSync(path.join(target, "real", "a"), "utf8")).toBe("1\n");
        // Writing replaces the link, not what it points to.
        await sandbox.writeFile(`${submission}/submission.csv`, "mine");
        expect(readFileSync(secret, "utf8")).toMatch(/SECRET/);
      });
    });

    test("reports every version of a watched file, including the last one", async ({ expect }) => {
      await withSandbox(provider, {}, async (sandbox) => {
        const sizes: number[] = [];
        const stop = sandbox.watch(`${sandbox.paths.submission}/submission.csv`, ({ bytes }) => {
          sizes.push(bytes);
        });
        const seen = (...expected: number[]) => expect.poll(() => sizes).toEqual(expected);
        const script = 'cd "$SUBMISSION_DIR"; printf 1 > submission.csv';
        const running = sandbox.run(shell(`${script}; ${waitForFile("next")}; printf 22 > submission.csv`));
        await seen(1);
        await sandbox.writeFile(`${sandbox.paths.code}/next`, "");
        await running;
        await seen(1, 2);
        await sandbox.run(shell('printf 333 > "$SUBMISSION_DIR/submission.csv"'));
        await stop();
        await sleep(300);
        expect(sizes).toEqual([1, 2, 3]);
      });
    });

    for (const limits of options.measuredUnder ?? [{}]) {
      const how = Object.keys(limits).length > 0 ? "limited" : "unlimited";
      test(`measures what its commands use, including those that have ended (${how})`, async ({ expect }) => {
        await withSandbox(provider, { limits }, async (sandbox) => {
          expect(await sandbox.usage()).toMatchObject({ cpuMs: 0, memoryBytes: 0, processes: 0 });
          const hold = "{ head -c 60000000 /dev/zero; sleep 60; } | tail -n 1";
          const ready = new AbortController();
          const holding = sandbox.run(shell(hold), { graceMs: 0, signal: ready.signal });
          await expect.poll(async () => (await sandbox.usage()).memoryBytes).toBeGreaterThan(50e6);
          expect((await sandbox.usage()).processes).toBeGreaterThanOrEqual(3);
          ready.abort();
          await holding;
          const before = (await sandbox.usage()).cpuMs!;
          // The shell reads its own clock, and stays until its time was measured: some sandboxes measure only from time to time.
          const burn = `i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; times; ${waitForFile("counted")}`;
          let printed = "";
          const burning = sandbox.run(shell(burn), {
            onOutput: (chunk) => {
              printed += Buffer.from(chunk).toString();
            },
          });
          await expect.poll(() => printed).toMatch(/(\d+m[\d.]+s\s+){4}/);
          const [user, system] = [...printed.matchAll(/(\d+)m([\d.]+)s/g)].map(
            (part) => Number(part[1]) * 60 + Number(part[2]),
          );
          const used = async (): Promise<number> => (await sandbox.usage()).cpuMs! - before;
          await expect.poll(used).toBeGreaterThan(0.7 * 1000 * (user! + system!));
          await sandbox.writeFile(`${sandbox.paths.code}/counted`, "");
          await burning;
          const after = await sandbox.usage();
          expect(after.cpuMs! - before).toBeLessThan(1000 * (user! + system!) + 5000);
          await expect.poll(async () => (await sandbox.usage()).processes).toBe(0);
          await sandbox.dispose();
          expect((await sandbox.usage()).cpuMs).toBeGreaterThanOrEqual(after.cpuMs!);
        });
      });
    }

    test("passes a signal on to running commands, which may ignore it", async ({ expect }) => {
      await withSandbox(provider, {}, async (sandbox) => {
        const script = `trap 'echo heard > "$CODE_DIR/heard"; exit 3' CONT; echo ready; while :; do sleep 0.1; done`;
        let ready = "";
        const onOutput = (chunk: Uint8Array): void => {
          ready += Buffer.from(chunk).toString();
        };
        const listening = sandbox.run(shell(script), { onOutput });
        const deaf = sandbox.run(shell(`echo ready; ${waitForFile("go-on")}; echo done`), { onOutput });
        await expect.poll(() => ready).toBe("ready\nready\n");
        sandbox.signal("SIGCONT");
        expect((await listening).exitCode).toBe(3);
        await sandbox.writeFile(`${sandbox.paths.code}/go-on`, "");
        expect(Buffer.from((await sandbox.readFile(`${sandbox.paths.code}/heard`))!).toString()).toBe("heard\n");
        expect(await deaf).toMatchObject({ exitCode: 0, output: "ready\ndone\n" });
      });
    });

    test("hands over the submission, code and logs, and nothing changes them afterwards", async () => {
      await withSandbox(provider, {}, async (sandbox, root) => {
        const { submission } = sandbox.paths;
        const script =
          'printf 1 > "$SUBMISSION_DIR/submission.csv"; mkdir -p a/b; printf 22 > a/b/c; ln -s /etc/passwd link';
        await sandbox.run(shell(`${script}; printf 333 > "$LOGS_DIR/log"`));
        const background = sandbox.run(["sleep", "600"]);
        const { dropped } = await sandbox.handOver({ maxBytes: 2 ** 20 });
        expect(await background).toMatchObject({ exitCode: null, cancelled: true });
        await expect(sandbox.run(["true"])).rejects.toThrow(SandboxUnavailable);
        await expect(sandbox.writeFile(`${submission}/submission.csv`, "late")).rejects.toThrow(SandboxUnavailable);
        await sandbox.dispose();
        const work = path.join(root, "workspace");
        const read = (...names: string[]): string => readFileSync(path.join(work, ...names), "utf8");
        expect([read("submission", "submission.csv"), read("code", "a", "b", "c"), read("logs", "log")]).toEqual([
          "1",
          "22",
          "333",
        ]);
        const link = lstatSync(path.join(work, "code", "link"), { throwIfNoEntry: false });
        expect(link === undefined ? dropped : Number(link.isSymbolicLink())).toBe(1);
      });
    });

    test("refuses a workspace that holds an earlier run's files", async () => {
      await withSandbox(provider, {}, async (sandbox, root) => {
        await sandbox.writeFile(`${sandbox.paths.submission}/submission.csv`, "old");
        await sandbox.handOver({ maxBytes: 2 ** 20 });
        const again = {
          name: "again",
          publicData: path.join(root, "public"),
          workspace: path.join(root, "workspace"),
          network: "none",
          limits: {},
        } as const;
        await expect(provider.open(again)).rejects.toThrow(/not empty/);
        await expect(provider.open({ ...again, publicData: `${root}/absent` })).rejects.toThrow(UsageError);
      });
    });
  });
  describe(`${provider.name}: a sandbox whose process was killed`, () => {
    // Several kinds find what was left by its mark, so other tests may reap it first.
    test("leaves nothing behind once another process has reaped, which spares sandboxes in use", {
      retry: 3,
    }, async () => {
      await withSandbox(provider, { limits: { memoryMb: 400 } }, async (alive) => {
        const living = new AbortController();
        const napping = alive.run(shell("echo ready; sleep 60"), { signal: living.signal, graceMs: 0 });
        const abandoned = await abandonSandbox({ name: provider.name, ...options });
        try {
          if (options.diesWithOwner) await expect.poll(abandoned.running).toEqual([]);
          else expect(abandoned.running()).toHaveLength(3);
          // If all processes are gone, at most a control group is left.
          const isClean = options.diesWithOwner && alive.record.enforcement.memoryMb !== "cgroup";
          expect(await provider.reap()).toBeGreaterThanOrEqual(isClean ? 0 : 1);
          await expect.poll(abandoned.running).toEqual([]);
          expect(await provider.reap()).toBe(0);
        } finally {
          abandoned.remove();
        }
        expect((await alive.usage()).processes).toBeGreaterThanOrEqual(2);
        living.abort();
        expect(await napping).toMatchObject({ cancelled: true, output: "ready\n" });
      });
    });
  });
}
