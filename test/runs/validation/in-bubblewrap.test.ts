import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Sandbox, SandboxSpec } from "../../../src/contracts/sandbox.ts";
import type { ValidationCall } from "../../../src/runs/validation/validation-server.ts";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { networkCarrier } from "../../../src/sandboxes/bubblewrap/network-carriers.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { shell, withSandbox } from "../../support/sandbox-folders.ts";
import { requireProgram } from "../../support/system-programs.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { withMoreTime } from "../../support/with-more-time.ts";
import { competitionId, preparePublicData, sharesHostNetwork, startValidation, validationAccess } from "./fixture.ts";

const place = temporaryDirectory();
const publicData = await preparePublicData(place("data"));
const samplePath = join(publicData, "sample_submission.csv");
const calls: ValidationCall[] = [];
const validation = await startValidation({
  competitionId,
  samplePath,
  listen: true,
  onCall: (call) => void calls.push(call),
  limits: { intervalMs: 0 },
});
afterAll(async () => await validation.close());
const { traits } = bubblewrapSandboxes();
const access = validationAccess(validation, { traits, network: "none" });

async function inSandbox(
  use: (sandbox: Sandbox, run: (script: string) => ReturnType<Sandbox["run"]>) => Promise<void>,
  settings: Partial<SandboxSpec> = {},
): Promise<void> {
  const { readOnly, environment } = access;
  await withSandbox(bubblewrapSandboxes(), { readOnly, environment, ...settings }, async (sandbox) => {
    await use(sandbox, (script) => sandbox.run(access.wrap(shell(script))));
  });
}

// The system's: agents see no other.
const python = requireProgram("/usr/bin/python3", "python3");
if (!hasBubblewrap || requireProgram("curl", "curl") === null) {
  test.skip("an agent in bubblewrap validates its submission");
} else {
  test("an agent without network asks at localhost:5000, by name and by either address", async () => {
    await inSandbox(async (_, run) => {
      for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
        const { output, exitCode } = await run(`curl -sS http://${host}:5000/health`);
        expect([output, exitCode]).toEqual(['{"status":"running"}', 0]);
      }
      const python = `import urllib.request as u; print(u.urlopen("http://localhost:5000/health").read().decode())`;
      expect((await run(`/usr/bin/python3 -c '${python}'`)).output).toBe('{"status":"running"}\n');
    });
  });

  test("validate_submission.sh prints the answer and reports it by its exit code", async () => {
    const sample = readFileSync(samplePath, "utf8");
    await inSandbox(async (sandbox, run) => {
      await sandbox.writeFile("/home/submission/submission.csv", sample);
      await sandbox.writeFile("/home/submission/it's; a [bad] one.csv", "id\n1\n");
      calls.length = 0;
      const good = await run("sh /home/validate_submission.sh /home/submission/submission.csv");
      expect(good).toMatchObject({ exitCode: 0, output: '{"result":"Submission is valid.","valid":true}\n' });
      const bad = await run(`bash "$VALIDATE_SCRIPT" "/home/submission/it's; a [bad] one.csv"`);
      expect(bad.exitCode).toBe(1);
      expect(JSON.parse(bad.output)).toEqual({
        valid: false,
        result: expect.stringMatching(/^Submission invalid! .*sales/),
      });
      expect(await run("/home/validate_submission.sh nothing.csv")).toMatchObject({
        exitCode: 2,
        output: "File nothing.csv does not exist.\n",
      });
      expect((await run("/home/validate_submission.sh")).exitCode).toBe(2);
      expect(calls.map(({ valid }) => valid)).toEqual([true, false]);
      const form = await run('curl -sS -X POST -F "file=@/home/submission/submission.csv" $VALIDATE_URL');
      expect(form.output).toBe('{"result":"Submission is valid.","valid":true}');
    });
  });

  test("validate_submission.sh works without curl, with the host's Node or Python", async () => {
    await inSandbox(async (sandbox, run) => {
      await sandbox.writeFile("/home/submission/submission.csv", readFileSync(samplePath));
      const script = readFileSync(join(validation.tools, "validate_submission.sh"), "utf8");
      for (const other of ["with_node", ...(python === null ? [] : ["with_python"])]) {
        const only = script.replace(/^answer=.*$/m, `answer=$(${other} 2>/dev/null) || answer=`);
        await sandbox.writeFile("/home/code/only.sh", only);
        // By the socket, then by the port.
        for (const prefix of ["", "VALIDATE_SOCKET=/nowhere "]) {
          const { exitCode, output } = await run(`${prefix}sh only.sh /home/submission/submission.csv`);
          expect([other, output, exitCode]).toEqual([other, '{"result":"Submission is valid.","valid":true}\n', 0]);
        }
      }
    });
  });

  test("validate_submission.sh says so when it gets no answer", async () => {
    await inSandbox(async (sandbox) => {
      await sandbox.writeFile("/home/code/a.csv", "id\n1\n");
      // Not wrapped: no forwarder.
      const line = shell("VALIDATE_SOCKET=/nowhere sh /home/validate_submission.sh a.csv");
      const { exitCode, output } = await sandbox.run(line);
      expect([exitCode, output]).toEqual([2, expect.stringMatching(/does not answer/)]);
      // And with the socket none is needed.
      expect((await sandbox.run(shell("sh /home/validate_submission.sh a.csv"))).exitCode).toBe(1);
    });
  });

  test.for(["python3", "socat"])("without the host's Node, %s forwards", async (program, { skip }) => {
    if (requireProgram(`/usr/bin/${program}`, program) === null) skip();
    const readOnly = { ...access.readOnly, "/opt/mlebench/node": "/bin/false" };
    const noPython = program === "socat" && python !== null ? { [realpathSync(python)]: "/bin/false" } : {};
    await inSandbox(
      async (_, run) => {
        // The first moments of socat are its own.
        const { output } = await run(
          "curl -sS --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:5000/health",
        );
        expect(output).toMatch(/\{"status":"running"\}$/);
      },
      { readOnly: { ...readOnly, ...noPython } },
    );
  });

  test("without a forwarder the command still runs", async () => {
    const readOnly = { ...access.readOnly, "/opt/mlebench/node": "/bin/false" };
    await inSandbox(
      async (sandbox) => {
        const line = access.wrap(["/bin/sh", "-c", "echo still here; exit 5"]);
        const result = await sandbox.run(line, { environment: { PATH: "/nowhere" } });
        expect(result).toMatchObject({ exitCode: 5, output: "still here\n" });
      },
      { readOnly },
    );
  });

  test("a wrapped command ends as it would unwrapped", async () => {
    await inSandbox(async (sandbox, run) => {
      expect((await run("exit 7")).exitCode).toBe(7);
      expect((await run("kill -9 $$")).exitCode).toBe(137);
      expect((await run("kill -USR1 $$")).exitCode).toBe(138);
      expect((await sandbox.run(access.wrap(["no-such-program"]))).exitCode).toBe(127);
      expect((await sandbox.run(access.wrap(["/home/data"]))).exitCode).toBe(126);
      const odd = ["a b", "$HOME", "'\"", "", "*", "ä\n", "-x"];
      const { output } = await sandbox.run(access.wrap(["/bin/sh", "-c", 'printf "[%s]" "$@"', "sh", ...odd]));
      expect(output).toBe(odd.map((argument) => `[${argument}]`).join(""));
      const directory = await sandbox.run(access.wrap(["pwd"]), { directory: "/home/logs" });
      expect(directory.output).toBe("/home/logs\n");
      // The forwarder is not its child, and leaves its streams alone.
      if (python !== null) {
        const children = `import os\ntry: os.wait()\nexcept ChildProcessError: print("none")`;
        expect((await sandbox.run(access.wrap([python, "-c", children]))).output).toBe("none\n");
      }
      const streams = shell("wait; ls /proc/self/fd | tr '\\n' ' '");
      expect((await sandbox.run(access.wrap(streams))).output).toBe((await sandbox.run(streams)).output);
    });
  });

  test("SIGTERM reaches the command, which can still validate until it exits", async () => {
    await inSandbox(async (sandbox) => {
      const script =
        "trap 'curl -sS http://localhost:5000/health; exit 0' TERM; echo ready; while :; do sleep 0.1; done";
      const { timedOut, output } = await withMoreTime(
        1500,
        (timeoutMs) => sandbox.run(access.wrap(shell(script)), { timeoutMs, graceMs: 60_000 }),
        (result) => result.output.includes("ready"),
      );
      expect(timedOut).toBe(true);
      expect(output).toMatch(/^ready\n(.*\n)*.*\{"status":"running"\}/);
      let printed = "";
      const listen = "trap 'echo warned; exit 3' USR1; echo ready; while :; do sleep 0.1; done";
      const signalled = sandbox.run(access.wrap(shell(listen)), {
        onOutput: (chunk) => {
          printed += Buffer.from(chunk).toString();
        },
      });
      await expect.poll(() => printed).toContain("ready");
      sandbox.signal("SIGUSR1");
      // The shell may also report that its `sleep` received the signal.
      expect(await signalled).toMatchObject({ exitCode: 3, output: expect.stringMatching(/^warned$/m) });
    });
  });

  test("the forwarder does not keep commands from ending", async () => {
    await inSandbox(async (sandbox) => {
      for (let turn = 0; turn < 5; turn += 1) expect((await sandbox.run(access.wrap(["true"]))).exitCode).toBe(0);
    });
  });

  test("limits of memory and processes leave room for the forwarder", async () => {
    await inSandbox(
      async (_, run) => {
        const { output } = await run("curl -sS http://localhost:5000/health; ls /proc | grep -c '^[0-9]'");
        expect(output).toMatch(/running/);
      },
      { limits: { memoryMb: 200, processes: 30, fileSizeMb: 10 } },
    );
  });

  test("the forwarder passes large files on, and several calls at once", async () => {
    await inSandbox(async (_, run) => {
      const post = (size: string): string =>
        `head -c ${size} /dev/zero | curl -sS -H 'Content-Type: text/csv' -X POST -T - $VALIDATE_URL`;
      const { output, exitCode } = await run(`${post("80M")} >one & ${post("3M")} >two & wait; cat one two`);
      expect(exitCode).toBe(0);
      expect(output).toMatch(/^(\{"result":"Submission invalid! [^}]+"valid":false\}){2}$/);
    });
  });

  test("on the host's network a port of the host is used, and nothing listens on 5000", async () => {
    const sharing = bubblewrapSandboxes(null);
    const setting = { traits: sharing.traits, network: "open" } as const;
    expect(sharesHostNetwork(setting)).toBe(true);
    const open = validationAccess(validation, setting);
    expect(open.environment.VALIDATE_URL).toBe(`${validation.url}/validate`);
    expect(open.wrap(["true"])).toEqual(["true"]);
    const { readOnly, environment } = open;
    await withSandbox(sharing, { readOnly, environment, network: "open" }, async (sandbox) => {
      await sandbox.writeFile("/home/code/a.csv", "id\n1\n");
      const { output } = await sandbox.run(open.wrap(shell("curl -sS -F file=@a.csv $VALIDATE_URL")));
      expect(output).toMatch(/Submission invalid!/);
    });
  });

  test.skipIf(networkCarrier() === null)("on an open network of its own an agent asks at localhost:5000", async () => {
    const open = validationAccess(validation, { traits, network: "open" });
    const { readOnly, environment } = open;
    await withSandbox(bubblewrapSandboxes(), { readOnly, environment, network: "open" }, async (sandbox) => {
      await sandbox.writeFile("/home/code/a.csv", "id\n1\n");
      const script = `curl -sS -F file=@a.csv http://localhost:5000/validate; curl -sS -m 3 ${validation.url}/health`;
      const { output } = await sandbox.run(open.wrap(shell(script)));
      expect(output).toMatch(/Submission invalid!/);
      expect(output).not.toMatch(/running/);
    });
  });
}
