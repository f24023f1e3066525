import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { removeLargeTree } from "../../../src/lib/files/remove-tree.ts";
import { sha256 } from "../../../src/lib/hashing.ts";
import { Pace } from "../../../src/lib/pace.ts";
import { DroppedFiles } from "../../../src/runs/execution/dropped-files.ts";
import { type Room, takeOverFolder } from "../../../src/runs/execution/take-over-folder.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const room = { bytes: 2 ** 20, entries: 1000 };

/** Takes a folder over and returns what was kept and what was dropped, by reason. */
async function take(source: string, target: string, most: Partial<Room> = {}, signal?: AbortSignal) {
  const dropped = new DroppedFiles(dirname(target), join(target, "..", "bin"));
  const kept = await takeOverFolder(source, target, { ...room, ...most }, { dropped, pace: new Pace(signal) });
  return { ...kept, dropped: Object.fromEntries(dropped.groups().map(({ why, count }) => [why, count])) };
}

function fill(name: string): string {
  const folder = place(name, "code");
  mkdirSync(join(folder, "deep"), { recursive: true });
  writeFileSync(join(folder, "deep", "train.py"), "print(1)\n");
  writeFileSync(join(folder, "run.sh"), "#!/bin/sh\n", { mode: 0o4777 });
  return folder;
}

test("files are kept with plain permissions; links, pipes and sockets are removed", async () => {
  const source = fill("plain");
  symlinkSync("/etc/passwd", join(source, "link"));
  execFileSync("mkfifo", [join(source, "pipe")]);
  chmodSync(join(source, "deep"), 0o000);
  const target = place("plain", "taken");
  expect(await take(source, target)).toEqual({ bytes: 19, entries: 3, dropped: { link: 1, special: 1 } });
  expect(readdirSync(target).sort()).toEqual(["deep", "run.sh"]);
  expect(statSync(join(target, "run.sh")).mode & 0o7777).toBe(0o755);
  expect(statSync(join(target, "deep", "train.py")).mode & 0o7777).toBe(0o644);
  expect(existsSync(source)).toBe(false);
});

test("a sparse file that is larger than the room is dropped, however little disk it uses", async () => {
  const source = fill("holes");
  writeFileSync(join(source, "hole"), "");
  truncateSync(join(source, "hole"), 2 ** 42);
  const target = place("holes", "taken");
  expect(await take(source, target)).toEqual({ bytes: 19, entries: 3, dropped: { "too-large": 1 } });
  expect(readdirSync(target).sort()).toEqual(["deep", "run.sh"]);
});

test("a tree too deep for a path is removed, the rest is kept", async () => {
  const source = fill("depth");
  const descend = 'fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200));';
  const script = `for (let i = 0; i < 40; i += 1) { ${descend} } fs.writeFileSync("file", "x");`;
  execFileSync(process.execPath, ["-e", script], { cwd: source });
  const target = place("depth", "taken");
  expect((await take(source, target)).dropped).toEqual({ "too-deep": 1 });
  expect(readdirSync(target)).toContain("run.sh");
  // The folder's cleanup cannot.
  await removeLargeTree(place("depth", "bin"));
});

test("a folder that was taken before a crash can be taken again, and so can a missing one", async () => {
  const target = place("again", "taken");
  await take(fill("again"), target);
  expect(await take(place("again", "code"), target)).toEqual({ bytes: 19, entries: 3, dropped: {} });
  const nothing = { bytes: 0, entries: 0, dropped: {} };
  expect(await take(place("again", "code"), place("again", "nowhere"))).toEqual(nothing);
});

test("a name that is not UTF-8 keeps its file when its replacement is taken", async () => {
  const source = fill("collision");
  const name = Buffer.from([0xff, 0x78]);
  const replacement = `\ufffdx-${sha256(name).slice(0, 8)}`;
  writeFileSync(Buffer.concat([Buffer.from(`${source}/`), name]), "first");
  mkdirSync(join(source, replacement));
  writeFileSync(join(source, replacement, "file"), "second");
  const target = place("collision", "taken");
  expect(await take(source, target)).toEqual({ bytes: 30, entries: 6, dropped: {} });
  expect(readdirSync(target).sort()).toEqual(["deep", "run.sh", replacement, `${replacement}-2`]);
  expect(statSync(join(target, `${replacement}-2`)).size).toBe(5);
});

test("of more entries than fit, the first ones are kept and the others counted, whatever their names and kinds", async () => {
  const source = place("many", "code");
  mkdirSync(source, { recursive: true });
  for (let index = 0; index < 300; index += 1) writeFileSync(join(source, `file-${index}`), "x");
  for (let index = 0; index < 50; index += 1) {
    mkdirSync(join(source, `folder-${index}`));
    writeFileSync(Buffer.concat([Buffer.from(`${source}/`), Buffer.from([0xfe, 65 + index])]), "y");
  }
  const target = place("many", "taken");
  const { entries, dropped } = await take(source, target, { entries: 100 });
  expect({ entries, dropped }).toEqual({ entries: 100, dropped: { "too-many": 300 } });
  expect(readdirSync(target)).toHaveLength(100);
  expect(readdirSync(place("many", "bin"), { recursive: true })).toHaveLength(301);
});

test("taking over can be given up and begun again", async () => {
  const source = fill("stopped");
  const target = place("stopped", "taken");
  await expect(take(source, target, {}, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  expect(await take(source, target)).toEqual({ bytes: 19, entries: 3, dropped: {} });
});
