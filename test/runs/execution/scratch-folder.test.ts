import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sweepScratch } from "../../../src/runs/execution/scratch-folder.ts";
import { until } from "../../support/run-agents.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const module = new URL("../../../dist/runs/execution/scratch-folder.js", import.meta.url).href;

/** A process that makes a scratch folder below `parent` and stays. */
function startOwner(parent: string) {
  const program = `import { makeScratch } from ${JSON.stringify(module)}; await makeScratch(); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, TMPDIR: parent },
    stdio: "inherit",
  });
}

test("scratch folders of killed processes are swept, those of living ones stay", async () => {
  const parent = place("tmp");
  mkdirSync(parent);
  const scratch = (): string[] => readdirSync(parent).filter((name) => existsSync(place("tmp", name, "scratch")));
  const owners = [startOwner(parent), startOwner(parent)];
  try {
    await until("both have a folder", () => scratch().length === 2);
    const ended = new Promise((resolve) => owners[0]!.once("exit", resolve));
    owners[0]!.kill("SIGKILL");
    await ended;
    mkdirSync(place("tmp", "mlebench-run-being-made"));
    mkdirSync(place("tmp", "mlebench-run-of-long-ago"));
    const longAgo = Date.now() / 1000 - 8 * 24 * 3600;
    utimesSync(place("tmp", "mlebench-run-of-long-ago"), longAgo, longAgo);
    mkdirSync(place("tmp", "another"));
    await sweepScratch(parent);
    expect(scratch()).toHaveLength(1);
    expect(readdirSync(parent).filter((name) => !scratch().includes(name))).toEqual([
      "another",
      "mlebench-run-being-made",
    ]);
  } finally {
    for (const owner of owners) owner.kill("SIGKILL");
  }
});

test("the temporary files of a killed lint are swept, too", async () => {
  const parent = place("lint");
  mkdirSync(parent);
  const command = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
  const lint = spawn(process.execPath, [command, "competition", "lint", "demo-shape-images"], {
    env: { ...process.env, TMPDIR: parent },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => lint.once("exit", resolve));
  await until("it has a folder", () => readdirSync(parent).some((name) => existsSync(place("lint", name, "scratch"))));
  lint.kill("SIGKILL");
  await ended;
  await sweepScratch(parent);
  expect(readdirSync(parent)).toEqual([]);
});
