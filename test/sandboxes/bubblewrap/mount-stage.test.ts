import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { type MountStage, mountStage } from "../../../src/sandboxes/bubblewrap/mount-stage.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { withSandbox } from "../../support/sandbox-folders.ts";

const user = 2_000_000_123;
const asRoot = hasBubblewrap && process.getuid?.() === 0;
let root = "";
let stage: MountStage;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "stage-"));
});
afterEach(() => {
  stage?.close();
  rmSync(root, { recursive: true });
});

/** What a command in the stage prints about one of its sources. */
async function run(command: string, source: string): Promise<string> {
  const { prelude, place } = await stage.enter();
  const line = [...prelude, command, place(source)];
  return execFileSync(line[0]!, line.slice(1), { encoding: "utf8" });
}

test.runIf(asRoot)(
  "root mounts what a sandbox shows once for all its commands, and lets go of it at the end",
  async () => {
    const closed = path.join(root, "closed");
    const notes = path.join(closed, "notes $(id) 'and' more\n.txt");
    mkdirSync(closed);
    writeFileSync(notes, "seen");
    chmodSync(closed, 0o700);
    stage = mountStage([closed, notes], user);
    const entries = await Promise.all([stage.enter(), stage.enter()]);
    expect(entries[1].prelude).toEqual(entries[0].prelude);
    expect((await stage.enter()).prelude).toEqual(entries[0].prelude);
    expect(await run("cat", notes)).toBe("seen");
    await expect(run("ls", closed)).rejects.toThrow(/Permission denied/);
    stage.close();
    const [program, ...rest] = entries[0].prelude;
    expect(() => execFileSync(program!, [...rest, "true"], { stdio: "pipe" })).toThrow();
  },
);

test.runIf(asRoot)("a source that cannot be mounted is reported, and mounted once it is there", async () => {
  const folder = path.join(root, "later");
  stage = mountStage([folder], user);
  await expect(stage.enter()).rejects.toThrow(/could not be mounted: .*later.* does not exist/s);
  mkdirSync(folder);
  expect(await run("ls", folder)).toBe("");
});

test.runIf(hasBubblewrap)("a command sees the file that has taken another one's place", async () => {
  const notes = path.join(root, "notes");
  writeFileSync(notes, "old");
  await withSandbox(bubblewrapSandboxes(), { readOnly: { "/home/notes": notes } }, async (sandbox) => {
    expect((await sandbox.run(["cat", "/home/notes"])).output).toBe("old");
    writeFileSync(`${notes}.new`, "new");
    renameSync(`${notes}.new`, notes);
    expect((await sandbox.run(["cat", "/home/notes"])).output).toBe("new");
  });
});
