import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sealRun } from "../../../src/runs/execution/seal-run.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

/** A run folder after the hand-over. */
function handedOver(name: string): string {
  const folder = place(name);
  for (const part of ["submission", "code", "logs"]) mkdirSync(join(folder, "workspace", part), { recursive: true });
  writeFileSync(join(folder, "workspace", "submission", "submission.csv"), "id\n1\n");
  writeFileSync(join(folder, "workspace", "code", "main.py"), "print(1)\n");
  writeFileSync(join(folder, "output.log"), "");
  return folder;
}

test("what was handed over is sealed and the workspace is removed", async () => {
  const folder = handedOver("whole");
  symlinkSync("/etc/passwd", join(folder, "workspace", "logs", "link"));
  const { submission, dropped } = await sealRun(folder, { retain: false });
  expect([submission?.bytes, dropped]).toEqual([5, 1]);
  const listed = readFileSync(join(folder, "files.sha256"), "utf8").split("\n").filter(Boolean);
  expect(listed.map((line) => line.split("  ")[1])).toEqual(["code/main.py", "output.log", "submission.csv"]);
  expect(existsSync(join(folder, "workspace"))).toBe(false);
});

test("a seal that was cut off while it removed the workspace is repeated with the same result", async () => {
  const folder = handedOver("again");
  const first = await sealRun(folder, { retain: true });
  rmSync(join(folder, "workspace", "submission", "submission.csv"));
  expect(await sealRun(folder, { retain: false })).toEqual(first);
  expect(readFileSync(join(folder, "submission.csv"), "utf8")).toBe("id\n1\n");
});

test("a link is not a submission", async () => {
  const folder = handedOver("link");
  const submission = join(folder, "workspace", "submission", "submission.csv");
  rmSync(submission);
  symlinkSync("/etc/passwd", submission);
  expect((await sealRun(folder, { retain: false })).submission).toBe(null);
});
