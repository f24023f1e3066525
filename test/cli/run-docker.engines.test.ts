import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dockerEngine } from "../../src/sandboxes/docker/engine.ts";
import { writeAgents } from "../agents/container/write-agents.ts";
import { importGlibcImage } from "../agents/glibc-image.ts";
import { startEngine, testImage } from "../support/docker-engine.ts";
import { makeEnvironment, pyenvPython } from "../support/pythons.ts";
import { plant, runGround, submitSample, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { withMoreTime } from "../support/with-more-time.ts";

const engine = await startEngine();
const socket = engine?.socket ?? "";
const ground = await runGround(plant);
afterAll(async () => await engine?.stop());

describe.skipIf(engine === null)("in containers", () => {
  const docker = ["--sandbox", "docker", "--socket", socket, "--image", testImage];
  const containers = async (): Promise<number> => {
    const { body } = await dockerEngine(socket).ask("GET", "/containers/json?all=true");
    return (body as unknown[]).length;
  };

  test("the dummy submits, shows its isolation and leaves no container", async () => {
    const ran = await ground.run([...docker, "--time-limit", "600", "--agent", "dummy"]);
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.group.run().output).toContain("cannot  find answers");
    expect(ran.group.run().events[0]).toMatchObject({ sandbox: { sandbox: "docker", isolation: "container" } });
    expect(await containers()).toBe(0);
    expect((await runCli(["verify", ran.group.folder])).exitCode).toBe(0);
  });

  test("an image that is not there is named before anything runs", async () => {
    const ran = await ground.run([...docker, "--image", "not-there:1", "--time-limit", "600", "--agent", "dummy"]);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toMatch(/no image not-there:1.*`mlebench image build`/);
    const planned = await ground.run([...docker, "--image", "not-there:1", "--agent", "dummy", "--dry-run"]);
    expect(planned.exitCode).toBe(1);
    expect(planned.stdout).toMatch(/problem +.*no image not-there:1/);
  });

  test.runIf(pyenvPython !== null)("a Python of this machine works there, with its shared libraries", async () => {
    const folder = ground.fresh();
    const image = "mlebench-test-glibc";
    importGlibcImage({ socket, name: image, folder, files: {} });
    const environment = makeEnvironment(pyenvPython!, join(folder, ".venv"));
    const words = ["--python", environment, "--mount", `${environment}:/models`, "--time-limit", "600", "--"];
    const script = `python -c 'import own_package, sqlite3, ssl, sys; print(sys.prefix)'; ls /models; ${submitSample}`;
    const options = ["--sandbox", "docker", "--socket", socket, "--image", image];
    const ran = await ground.run([...options, ...words, "/bin/sh", "-c", script]);
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.group.run().output).toContain(`${environment}\n`);
    expect(ran.group.run().output).toContain("pyvenv.cfg");
    const refused = await ground.run([...docker, ...words, "true"]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(/--python: .* does not work in the sandbox docker/);
  });

  test("time is up there too, and what was submitted counts", async () => {
    const script = `${submitSample}; echo submitted; trap 'echo warned' CONT; while :; do sleep 0.05; done`;
    const ran = await withMoreTime(
      2000,
      (limitMs) => ground.run([...docker, "--time-limit", String(limitMs / 1000), "--", "/bin/sh", "-c", script]),
      ({ group }) => group.run().output.includes("submitted"),
    );
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/limit \(it reached its time limit of \d+ s\), score 0\.5/);
  });

  test("a container whose host was killed is ended by the next one", async () => {
    const runs = ground.fresh();
    const flag = 'case "$SEED" in 0) sleep 600;; esac';
    const parameters = ["--run-dir", runs, ...docker, "--time-limit", "600"];
    const running = ground.run([...parameters, "--", "/bin/sh", "-c", `${submitSample}; ${flag}`]);
    await until("a submission", () =>
      theGroup(runs)
        .run()
        .events.some(({ type }) => type === "candidate"),
    );
    const { pid } = JSON.parse(readFileSync(join(theGroup(runs).folder, "host.lock"), "utf8"));
    process.kill(pid, "SIGKILL");
    expect((await running).exitCode).toBe(1);
    expect(await containers()).toBe(1);
    const other = await ground.run([...docker, "--time-limit", "600", "--agent", "dummy"]);
    expect(other.exitCode, other.stderr).toBe(0);
    expect(await containers()).toBe(0);
  });

  test("an agent folder of upstream's form runs from its config.yaml", async () => {
    const agents = ground.fresh();
    writeAgents(agents);
    const image = "mlebench-agent-tree";
    const start = `#!/bin/bash\necho "with $* and $TIME_LIMIT_SECS, seed $SEED"; ${submitSample}\n`;
    mkdirSync(join(agents, "image"));
    importGlibcImage({ socket, name: image, folder: join(agents, "image"), files: { "/home/agent/start.sh": start } });
    const choice = ["--agent-dir", agents, "--agent-id", "tree/dev", "--socket", socket];
    const ran = await ground.run([...choice, "--time-limit", "600"], { environment: { TREE_KEY: "s3cret" } });
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.group.run().output).toBe(
      "with copy_data=False search.probability=1.0 agent.steps=8 and 86400, seed 0\n",
    );
    expect(ran.stderr).toContain("agent tree/dev");
    expect(ran.group.folder).toMatch(/_run-group_tree-dev$/);
    expect(JSON.stringify(ran.group.run().read("run.json"))).not.toContain("s3cret");
  });
});
