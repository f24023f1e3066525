import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dockerSandboxes } from "../../../src/sandboxes/docker/docker.ts";
import { startEngine, testImage } from "../../support/docker-engine.ts";
import { shell, withSandbox } from "../../support/sandbox-folders.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { withMoreTime } from "../../support/with-more-time.ts";
import { competitionId, preparePublicData, sharesHostNetwork, startValidation, validationAccess } from "./fixture.ts";

const place = temporaryDirectory();
const publicData = await preparePublicData(place("data"));
const samplePath = join(publicData, "sample_submission.csv");
const engine = await startEngine();
const validation = await startValidation({
  competitionId,
  samplePath,
  onCall: () => undefined,
  limits: { intervalMs: 0 },
});
afterAll(async () => {
  await validation.close();
  await engine?.stop();
});

/** What the host's Node needs to start; the image has no such files. */
const libraries = Object.fromEntries(
  ["/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64", "/lib"]
    .filter((folder) => existsSync(folder) && (folder !== "/lib" || process.arch === "arm64"))
    .map((folder) => [folder, realpathSync(folder)]),
);

describe.skipIf(engine === null)("docker", () => {
  const provider = dockerSandboxes({ image: testImage, socket: engine?.socket ?? "" });
  const access = validationAccess(validation, { traits: provider.traits, network: "none" });
  const { environment } = access;

  test("an agent without network asks at localhost:5000, and by the script", async () => {
    await withSandbox(provider, { readOnly: { ...access.readOnly, ...libraries }, environment }, async (sandbox) => {
      const run = (script: string) => sandbox.run(access.wrap(shell(script)));
      for (const host of ["localhost", "127.0.0.1"]) {
        expect((await run(`wget -q -O - http://${host}:5000/health`)).output).toBe('{"status":"running"}');
      }
      await sandbox.writeFile("/home/submission/submission.csv", readFileSync(samplePath));
      const good = await run("sh /home/validate_submission.sh /home/submission/submission.csv");
      expect(good).toMatchObject({ exitCode: 0, output: '{"result":"Submission is valid.","valid":true}\n' });
      await sandbox.writeFile("/home/submission/submission.csv", "id\n1\n");
      const bad = await run("$VALIDATE_SCRIPT $SUBMISSION_DIR/submission.csv");
      expect(bad.exitCode).toBe(1);
      expect(bad.output).toMatch(/Submission invalid!/);
    });
  });

  test("without a forwarder, wrapped commands run and end as they would unwrapped", async () => {
    await withSandbox(provider, { readOnly: access.readOnly, environment }, async (sandbox) => {
      const run = (script: string) => sandbox.run(access.wrap(shell(script)));
      const seven = await run("echo out; echo err >&2; exit 7");
      expect(seven).toMatchObject({ exitCode: 7, outputBytes: 8 });
      expect((await run("kill -9 $$")).exitCode).toBe(137);
      expect((await sandbox.run(access.wrap(["no-such-program"]))).exitCode).toBe(127);
      expect((await sandbox.run(access.wrap(["pwd"]), { directory: "/home/logs" })).output).toBe("/home/logs\n");
      await sandbox.writeFile("/home/code/a.csv", "id\n1\n");
      expect(await run('test -S "$VALIDATE_SOCKET" && sh /home/validate_submission.sh a.csv')).toMatchObject({
        exitCode: 2,
        output: expect.stringMatching(/does not answer/),
      });
    });
  });

  test("the forwarder does not keep containers from ending, and SIGTERM reaches the command", async () => {
    await withSandbox(provider, { readOnly: { ...access.readOnly, ...libraries }, environment }, async (sandbox) => {
      expect((await sandbox.run(access.wrap(["true"]))).exitCode).toBe(0);
      const script = "trap 'echo asked; exit 0' TERM; echo ready; while :; do sleep 0.1; done";
      const asked = await withMoreTime(
        2000,
        (timeoutMs) => sandbox.run(access.wrap(shell(script)), { timeoutMs, graceMs: 60_000 }),
        ({ output }) => output.includes("ready"),
      );
      expect(asked.output).toMatch(/^ready\n(.*\n)?asked\n$/);
    });
  });

  test("a container on the host's network gets a port of the host", () => {
    expect(sharesHostNetwork({ traits: provider.traits, network: "open" })).toBe(false);
    const { traits } = dockerSandboxes({ hostConfig: { NetworkMode: "host" } });
    const setting = { traits, network: "open" } as const;
    expect(sharesHostNetwork(setting)).toBe(true);
    expect(validationAccess(validation, setting).environment).not.toHaveProperty("VALIDATE_URL");
  });
});
