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
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../../src/lib/hashing.ts";
import { takeOverFolder } from "../../../src/runs/execution/take-over-folder.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const room = 2 ** 20;

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
  expect(await takeOverFolder(source, target, room)).toEqual({ bytes: 19, dropped: 2 });
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
  expect(await takeOverFolder(source, target, room)).toEqual({ bytes: 19, dropped: 1 });
  expect(readdirSync(target).sort()).toEqual(["deep", "run.sh"]);
});

test("a tree too deep for a path is removed, the rest is kept", async () => {
  const source = fill("depth");
  const descend = 'fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200));';
  const script = `for (let i = 0; i < 40; i += 1) { ${descend} } fs.writeFileSync("file", "x");`;
  execFileSync(process.execPath, ["-e", script], { cwd: source });
  const target = place("depth", "taken");
  const { dropped } = await takeOverFolder(source, target, room);
  expect(dropped).toBeGreaterThan(0);
  expect(readdirSync(target)).toContain("run.sh");
});

test("a folder that was taken before a crash can be taken again, and so can a missing one", async () => {
  const target = place("again", "taken");
  await takeOverFolder(fill("again"), target, room);
  expect(await takeOverFolder(place("again", "code"), target, room)).toEqual({ bytes: 19, dropped: 0 });
  expect(await takeOverFolder(place("again", "code"), place("again", "nowhere"), room)).toEqual({
    bytes: 0,
    dropped: 0,
  });
});

test("a name that is not UTF-8 keeps its file when its replacement is taken", async () => {
  const source = fill("collision");
  const name = Buffer.from([0xff, 0x78]);
  const replacement = `\ufffdx-${sha256(name).slice(0, 8)}`;
  writeFileSync(Buffer.concat([Buffer.from(`${source}/`), name]), "first");
  mkdirSync(join(source, replacement));
  writeFileSync(join(source, replacement, "file"), "second");
  const target = place("collision", "taken");
  expect(await takeOverFolder(source, target, room)).toEqual({ bytes: 30, dropped: 0 });
  expect(readdirSync(target).sort()).toEqual(["deep", "run.sh", replacement, `${replacement}-2`]);
  expect(statSync(join(target, `${replacement}-2`)).size).toBe(5);
});
