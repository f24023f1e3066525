import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, runGround, submitSample } from "../support/run-agents.ts";

const ground = await runGround(plant);
const dryRun = async (...parameters: string[]) => {
  const { exitCode, stdout, stderr } = await ground.run(["--agent", "dummy", "--dry-run", ...parameters]);
  expect(exitCode, stderr).toBe(0);
  return stdout;
};
const plan = async (...parameters: string[]) => JSON.parse(await dryRun("--json", ...parameters));

test("--dry-run shows the limits that were derived from the machine, and from what", async () => {
  const text = await dryRun("--sandbox", "local", "--jobs", "2");
  expect(text).toMatch(/^each run .* of memory, .* of disk, files up to .*, \d+ processes$/m);
  expect(text).toMatch(/memory: 80 % of this machine's .* GiB, shared by 2 runs$/m);
  expect(text).toMatch(/disk: half of the .* free, shared by 2 runs, at least 10 GiB$/m);
  const { limits, derived_limits: derived } = (await plan("--sandbox", "local", "--disk", "3g")).plan;
  expect(limits).toMatchObject({ disk_mb: 3072, file_size_mb: 4096 });
  expect(derived).toMatchObject({ disk_mb: null, file_size_mb: "1 GiB more than the disk limit" });
});

test("`unlimited` turns each of them off", async () => {
  const options = ["--memory", "--disk", "--file-size", "--processes"].flatMap((name) => [name, "unlimited"]);
  const { limits, derived_limits: derived } = (await plan("--sandbox", "local", ...options)).plan;
  const none = { memory_mb: null, processes: null, file_size_mb: null, disk_mb: null };
  expect(limits).toMatchObject(none);
  expect(derived).toEqual(none);
});

test("a limit that the sandbox does not enforce is pointed out", async () => {
  const { warnings } = await plan("--sandbox", "local", "--cpus", "1");
  expect(warnings).toContain("Processor time is not limited: this sandbox cannot enforce that here.");
  expect(warnings.join("\n")).toMatch(/Memory is (limited for each process only \(rlimit\)|not limited)/);
  expect(warnings.join("\n")).toMatch(/processes is (limited for each user only \(rlimit\)|not limited)/);
  expect(await dryRun("--sandbox", "local")).toMatch(/^warning {5}Memory is /m);
});

test("runs work within the derived limits, which their record holds", async () => {
  const sandbox = hasBubblewrap ? [] : ["--sandbox", "local"];
  const ran = await ground.run([...sandbox, "--time-limit", "600", "--", "sh", "-c", submitSample]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const { memoryMb, processes, diskMb, fileSizeMb } = JSON.parse(ran.group.run().read("run.json")).limits;
  for (const limit of [memoryMb, processes, diskMb, fileSizeMb]) expect(limit).toBeGreaterThan(0);
  expect(ran.group.run().events.find((event) => event.type === "opened")).toMatchObject({
    sandbox: { limits: { memoryMb, processes, diskMb, fileSizeMb } },
  });
});

test("a continued group is shown with its own limits", async () => {
  const runs = ground.fresh();
  const command = ["--run-dir", runs, "--agent", "dummy", "--time-limit", "600"];
  const ran = await ground.run([...command, "--jobs", "4"]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const limits = JSON.parse(ran.group.run().read("run.json")).limits;
  const again = await ground.run([...command, "--jobs", "1", "--dry-run", "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ continued: true, plan: { limits: { memory_mb: limits.memoryMb } } });
});
