import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { plant, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ground = await runGround(plant);
const place = temporaryDirectory();
writeFileSync(place("c.json"), "{}");
const stack = /^\s+at /m;
const run = (runs: string) => ["run", "--agent", "dummy", "-c", plant, "--data-dir", ground.data, "--run-dir", runs];

/** A list of one submission, for `grade`. */
function submissions(): string {
  const sample = join(ground.data, plant, "prepared", "public", "sample_submission.csv");
  writeFileSync(place("list.jsonl"), `${JSON.stringify({ competition_id: plant, submission_path: sample })}\n`);
  return place("list.jsonl");
}

async function expectFailure(words: readonly string[], reason: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await runCli(words);
  expect([1, 2], stdout).toContain(exitCode);
  expect(stdout + stderr).toMatch(reason);
  expect(stderr).not.toMatch(stack);
}

describe.runIf(canMount)("on a disk that cannot be written, commands say so and which folder:", () => {
  const grade = (folder: string) => [
    "grade",
    "--submission",
    submissions(),
    "--data-dir",
    ground.data,
    "--output-dir",
    folder,
  ];
  const competition = (folder: string) => [
    "competition",
    "new",
    "my-task",
    "--dir",
    folder,
    "--config",
    place("c.json"),
  ];

  test("a read-only one", async () => {
    const { folder } = smallDisk("size=1m");
    execFileSync("mount", ["-o", "remount,ro", folder]);
    const reason = new RegExp(`${folder}.* is on a read-only file system`);
    await expectFailure(grade(join(folder, "out")), reason);
    await expectFailure(competition(join(folder, "task")), reason);
    await expectFailure(run(join(folder, "runs")), reason);
    await expectFailure([...run(join(folder, "runs")), "--dry-run"], reason);
  });

  test("a full one, where nothing half-written stays", async () => {
    const { folder, fill } = smallDisk("size=1m");
    fill();
    await expectFailure(grade(join(folder, "out")), /The disk is full/);
    await expectFailure(run(join(folder, "runs")), /The disk is full/);
    await expectFailure(competition(join(folder, "task")), new RegExp(`The disk is full: ${folder}/task`));
    expect(existsSync(join(folder, "task"))).toBe(false);
  });
});

test("a file in the place of a folder is named", async () => {
  writeFileSync(place("file"), "");
  await expectFailure([...run(place("file", "runs")), "--dry-run"], /file is not a folder: choose another --run-dir/);
  const list = [
    "grade",
    "--submission",
    submissions(),
    "--data-dir",
    ground.data,
    "--output-dir",
    place("file", "out"),
  ];
  await expectFailure(list, /part of this path is a file, not a folder/);
});

test.each(["logs", "stop", "verify", "calls", "runs show"])("%s names a path without runs", async (command) => {
  const missing = place("not", "there");
  await expectFailure([...command.split(" "), missing], new RegExp(`There is no run group or run at ${missing}\\.`));
});

test("a config file that names a missing file is named, too", async () => {
  writeFileSync(place("mlebench.config.json"), '{ "competitions": ["./gone.mjs"] }');
  await expectFailure(["list", "--config", place("mlebench.config.json")], /mlebench\.config\.json names .*gone\.mjs/);
});

test.runIf(process.platform === "linux")("too many open files do not look like a missing sandbox", () => {
  const command = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
  const words = ["-c", 'ulimit -n 20; exec "$@"', "sh", process.execPath, command, ...run(place("runs"))];
  const { stderr } = spawnSync("/bin/sh", words, { encoding: "utf8" });
  expect(stderr).not.toMatch(/apt-get install bubblewrap|cannot make namespaces/);
  expect(stderr).not.toMatch(stack);
});
