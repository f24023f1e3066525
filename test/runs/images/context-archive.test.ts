import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contextArchive } from "../../../src/runs/images/context-archive.ts";
import { requireProgram } from "../../support/system-programs.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "context-"));
  mkdirSync(path.join(root, "from"));
  mkdirSync(path.join(root, "to"));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, content: string, mode = 0o644): void => {
  mkdirSync(path.dirname(path.join(root, "from", name)), { recursive: true });
  writeFileSync(path.join(root, "from", name), content, { mode });
};

/** What tar makes of it. */
async function unpack(): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of contextArchive(path.join(root, "from"), "Dockerfile")) pieces.push(piece);
  execFileSync("tar", ["-C", path.join(root, "to"), "-xf", "-"], { input: Buffer.concat(pieces) });
}

describe.skipIf(requireProgram("tar", "tar") === null)("the context of a build", () => {
  test("a folder is sent unchanged: names of any length, modes, links, empty files and folders", async () => {
    write(`${"deep/".repeat(30)}${"long-".repeat(30)}é.txt`, "1");
    write("start.sh", "x".repeat(1500), 0o755);
    write("empty", "");
    mkdirSync(path.join(root, "from", "nothing"));
    symlinkSync(`${"deep/".repeat(30)}`, path.join(root, "from", "link"));
    await unpack();
    execFileSync("diff", ["-r", "--no-dereference", path.join(root, "from"), path.join(root, "to")]);
    expect(statSync(path.join(root, "to", "start.sh")).mode & 0o777).toBe(0o755);
    expect(readlinkSync(path.join(root, "to", "link"))).toBe("deep/".repeat(30));
  });

  test("files in .dockerignore are left out, but never the Dockerfile", async () => {
    write(".dockerignore", "# notes\n*.secret\n/data/\n**/cache\n!data/kept.csv\nDockerfile\n");
    for (const name of ["Dockerfile", "key.secret", "a/key.secret", "data/x.csv", "data/kept.csv", "a/b/cache/y"]) {
      write(name, name);
    }
    await unpack();
    const found = execFileSync("find", [".", "-type", "f"], { cwd: path.join(root, "to"), encoding: "utf8" });
    expect(found.trim().split("\n").sort()).toEqual([
      "./.dockerignore",
      "./Dockerfile",
      "./a/key.secret",
      "./data/kept.csv",
    ]);
  });
});
