import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, runGround, submitSample } from "../support/run-agents.ts";

const ground = await runGround(plant);

function folderOfModels(): string {
  const folder = ground.fresh();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "weights.bin"), "weights\n");
  return folder;
}

describe.runIf(hasBubblewrap)("mounts", () => {
  const run = (mounts: readonly string[], ...command: string[]) =>
    ground.run(["--sandbox", "bubblewrap", "--time-limit", "600", "--mount", ...mounts, "--", ...command]);

  test("agents can read what is mounted, and not write to it", async () => {
    const [one, two] = [folderOfModels(), folderOfModels()];
    const script = `cat ${one}/weights.bin /models/weights.bin; touch /models/new || echo closed; ${submitSample}`;
    const ran = await run([one, `${two}:/models`], "sh", "-c", script);
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.group.run().output).toMatch(/^weights\nweights\n(.*\n)*closed/);
    expect(JSON.parse(ran.group.run().read("..", "group.json")).sandbox.mounts).toEqual({ [one]: one, "/models": two });
    expect(ran.stderr).toContain(`${two} at /models`);
  });

  test("the same command continues its group, another mount makes another one", async () => {
    const [one, two] = [folderOfModels(), folderOfModels()];
    const first = await run([one], "sh", "-c", submitSample);
    const words = ["--run-dir", first.runs, "--sandbox", "bubblewrap", "--time-limit", "600", "--dry-run", "--json"];
    const planned = async (mount: string) =>
      JSON.parse((await ground.run([...words, "--mount", mount, "--", "sh", "-c", submitSample])).stdout);
    expect((await planned(one)).unfinished).toBe(0);
    expect(await planned(two)).toMatchObject({ unfinished: 1, group: null });
  });

  test("nothing that leads to answers or other runs is mounted", async () => {
    const link = join(ground.fresh(), "link");
    symlinkSync(ground.data, link);
    const answers = join(ground.data, plant, "prepared", "private");
    for (const place of [ground.data, join(ground.data, ".."), answers, link]) {
      const ran = await run([`${place}:/mnt/it`], "true");
      expect([place, ran.exitCode]).toEqual([place, 2]);
      expect(ran.stderr).toMatch(/which agents must not see/);
    }
  });

  test.each([
    ["/not/there", /There is no file or folder \/not\/there/],
    ["/etc/hostname:relative", /Expected an absolute path in the sandbox, found `relative`/],
    ["/etc/hostname:/home/data", /The sandbox needs \/home\/data itself/],
    ["/etc/hostname:/home/submission/x", /The sandbox needs \/home\/submission itself/],
    ["/etc/hostname:/home/code/../data", /The sandbox needs \/home\/data itself/],
    ["/usr", /The sandbox needs \/usr itself/],
    ["/", /The sandbox needs/],
    ["/etc/hostname:/usr/share/not-there", /The mounts cannot be made: .*\/usr\/share\/not-there/],
  ])("a place that cannot be mounted is explained before anything runs: %s", async (mount, reason) => {
    const ran = await run([mount], "true");
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toMatch(reason);
    expect(ran.stderr).not.toMatch(/^\s+at /m);
  });

  test("a program outside of what the sandbox shows is explained before anything runs, and works once mounted", async () => {
    const home = join(ground.fresh(), "bin");
    chmodSync(join(home, ".."), 0o755);
    mkdirSync(home);
    writeFileSync(join(home, "my-tool"), `#!/bin/sh\n${submitSample}\n`, { mode: 0o755 });
    const PATH = `${home}:${process.env.PATH}`;
    const words = ["--sandbox", "bubblewrap", "--time-limit", "600", "--"];
    const byName = await ground.run([...words, "my-tool"], { environment: { PATH } });
    expect(byName.exitCode).toBe(2);
    expect(byName.stderr).toMatch(/The program `my-tool` is in .*bin, which the sandbox bubblewrap does not show/);
    const byPath = await ground.run([...words, join(home, "my-tool")]);
    expect(byPath.exitCode).toBe(2);
    expect(byPath.stderr).toContain(`--mount ${home}`);
    const ran = await ground.run(["--mount", home, ...words, join(home, "my-tool")]);
    expect(ran.exitCode, ran.stderr).toBe(0);
  });

  test("an interpreter outside of what the sandbox shows is explained, too", async () => {
    const agent = ground.fresh();
    chmodSync(agent, 0o755);
    mkdirSync(join(agent, ".venv", "bin"), { recursive: true });
    symlinkSync("/bin/sh", join(agent, ".venv", "bin", "python3"));
    const interpreter = join(agent, ".venv", "bin", "python3");
    writeFileSync(join(agent, "main.py"), `#!${interpreter}\n`, { mode: 0o755 });
    const ran = await ground.run(["--sandbox", "bubblewrap", "--agent-dir", agent, "--", "./main.py"]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain(`Add --python ${interpreter}`);
  });
});

test("without isolation nothing can be mounted elsewhere", async () => {
  const ran = await ground.run(["--sandbox", "local", "--mount", "/etc/hostname:/mnt/name", "--", "true"]);
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).toMatch(/shows this machine's files where they are/);
});
