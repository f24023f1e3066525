import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hasBubblewrap } from "./support/bubblewrap.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

const place = temporaryDirectory();

test("npm start runs three agents on the demo competitions, isolated where the machine can isolate", () => {
  const demo = fileURLToPath(new URL("../scripts/demo.js", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [demo], { cwd: place(""), encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/demo-plant-flowering +baseline.* 3 silver/);
  expect(stdout).toMatch(/demo-repair-minutes +react .*4\.739 .*1 silver/);
  expect(stdout.includes("without isolation")).toBe(!hasBubblewrap);
});
