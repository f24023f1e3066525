import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
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
  const { submission, dropped, droppedBy } = await sealRun(folder, { retain: false });
  expect([submission?.bytes, dropped]).toEqual([5, 1]);
  expect(droppedBy).toEqual([{ why: "link", count: 1, examples: ["logs/link"] }]);
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

test("sealing keeps a limited number of files, and says what it dropped and why", async () => {
  const folder = handedOver("many");
  for (let index = 0; index < 20; index += 1) writeFileSync(join(folder, "workspace", "logs", `${index}`), "x");
  const { dropped, droppedBy } = await sealRun(folder, { retain: false, mostEntries: 8 });
  expect(dropped).toBe(13);
  expect(droppedBy).toEqual([{ why: "too-many", count: 13, examples: expect.any(Array) }]);
  expect(droppedBy![0]!.examples).toHaveLength(5);
  expect(readdirSync(join(folder, "logs"))).toHaveLength(7);
  expect(existsSync(join(folder, "workspace"))).toBe(false);
});

test("sealing can be given up and begun again, and nothing is lost", async () => {
  const folder = handedOver("stopped");
  const stop = new AbortController();
  // Of holes: quickly made, but not quickly read.
  truncateSync(join(folder, "output.log"), 2 ** 36);
  const sealing = sealRun(folder, { retain: false, signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 200);
  await expect(sealing).rejects.toThrow();
  expect(existsSync(join(folder, "files.sha256"))).toBe(false);
  truncateSync(join(folder, "output.log"), 0);
  expect(await sealRun(folder, { retain: false })).toMatchObject({ submission: { bytes: 5 }, dropped: 0 });
  expect(readFileSync(join(folder, "files.sha256"), "utf8")).toContain("code/main.py");
});
