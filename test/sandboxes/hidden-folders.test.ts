import { execFileSync } from "node:child_process";
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { SandboxSpec } from "../../src/contracts/sandbox.ts";
import { UsageError } from "../../src/lib/errors.ts";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { placesToCover } from "../../src/sandboxes/shared/hidden-folders.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";

const isRoot = process.getuid?.() === 0;
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder with a program, and data and runs below it. */
function project(parent = tmpdir()) {
  const root = mkdtempSync(path.join(parent, "mlebench-hidden-"));
  made.push(root);
  chmodSync(root, 0o755);
  for (const name of ["data/id/private", "data/id/public", "runs/group"]) {
    mkdirSync(path.join(root, name), { recursive: true });
  }
  writeFileSync(path.join(root, "main.py"), "PROGRAM\n");
  writeFileSync(path.join(root, "data/id/private/answers.csv"), "SECRET-ANSWER\n");
  writeFileSync(path.join(root, "data/id/public/train.csv"), "PUBLIC\n");
  writeFileSync(path.join(root, "runs/group/idea.txt"), "SECRET-IDEA\n");
  return { root, hidden: [path.join(root, "data"), path.join(root, "runs")] };
}

const canWrite = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** What a command finds below some folders of a sandbox. */
async function found(spec: Partial<SandboxSpec>, folder: string): Promise<string> {
  return await withSandbox(bubblewrapSandboxes(), spec, async (sandbox) => {
    const { output } = await sandbox.run(
      shell(`cat ${folder}/main.py; grep -rsh . ${folder}/data ${folder}/runs; true`),
    );
    return output;
  });
}

describe.skipIf(!hasBubblewrap)("an agent sees neither data nor runs", () => {
  test.skipIf(!canWrite("/usr/local"))("below a folder of the system", async () => {
    const { root, hidden } = project("/usr/local");
    expect(await found({}, root)).toContain("SECRET");
    expect(await found({ hidden }, root)).toBe("PROGRAM\n");
  });

  test("below its own folder, even where it can only reach them through a closed folder", async () => {
    const { root, hidden } = project();
    const readOnly = { "/home/agent": root };
    expect(await found({ readOnly }, "/home/agent")).toContain("SECRET");
    expect(await found({ readOnly, hidden }, "/home/agent")).toBe("PROGRAM\n");
    const closed = hidden.map((folder) => path.join(folder, "id", "private"));
    chmodSync(path.join(root, "data", "id"), 0o700);
    expect(await found({ readOnly, hidden: [closed[0]!, hidden[1]!] }, "/home/agent")).not.toContain("SECRET");
  });

  test("that the data folder links to", async () => {
    const { root } = project();
    const other = mkdtempSync(path.join(tmpdir(), "mlebench-links-"));
    made.push(other);
    symlinkSync(path.join(root, "data", "id"), path.join(other, "id"));
    const readOnly = { "/home/agent": root };
    const hidden = [path.join(other, "id"), path.join(root, "runs")];
    expect(await found({ readOnly, hidden }, "/home/agent")).toBe("PROGRAM\n");
  });

  test.skipIf(!isRoot)("that are mounted below its folder a second time", async () => {
    const { hidden } = project();
    const { root: agent } = project();
    rmSync(path.join(agent, "runs"), { recursive: true });
    mkdirSync(path.join(agent, "data", "more"));
    execFileSync("mount", ["--bind", hidden[0]!, path.join(agent, "data", "more")]);
    try {
      const readOnly = { "/home/agent": agent };
      const own = path.join(agent, "data", "id");
      expect(await found({ readOnly, hidden: [...hidden, own] }, "/home/agent")).toBe("PROGRAM\n");
    } finally {
      execFileSync("umount", [path.join(agent, "data", "more")]);
    }
  });

  test("and cannot write where they are hidden", async () => {
    const { root, hidden } = project();
    await withSandbox(bubblewrapSandboxes(), { readOnly: { "/home/agent": root }, hidden }, async (sandbox) => {
      const { output } = await sandbox.run(
        shell("echo x > /home/agent/data/x && echo DONE; ls /home/agent/data; true"),
      );
      expect(output).not.toMatch(/DONE|^x$/m);
    });
  });
});

const specOf = (root: string, hidden: readonly string[]): SandboxSpec => ({
  name: "test",
  publicData: path.join(root, "data/id/public"),
  workspace: path.join(root, "runs/group"),
  network: "none",
  limits: {},
  hidden,
});

test("a mount of answers is refused, and the public data is not", () => {
  const { root, hidden } = project();
  const shown = (name: string) => [{ inside: "/mnt/data", source: path.join(root, name) }];
  for (const name of ["data", "data/id", "data/id/private", "runs"]) {
    expect(() => placesToCover(specOf(root, hidden), shown(name))).toThrow(UsageError);
  }
  expect(placesToCover(specOf(root, hidden), shown("data/id/public"))).toEqual([]);
  expect(placesToCover(specOf(root, hidden), shown("main.py"))).toEqual([]);
});

test("folders with similar names are not covered", () => {
  const { root } = project();
  mkdirSync(path.join(root, "data-of-mine"));
  const hidden = [path.join(root, "data"), path.join(root, "absent")];
  expect(placesToCover(specOf(root, hidden), [{ inside: "/a", source: path.join(root, "data-of-mine") }])).toEqual([]);
  expect(placesToCover(specOf(root, hidden), [{ inside: "/a", source: root }])).toEqual(["/a/data"]);
});

test("the public part of a rehearsal may be shown, and nothing beside it", () => {
  const { root, hidden } = project();
  const [rehearsal, answers] = ["public", "private"].map((part) => path.join(root, "data/id/rehearsal-0", part)) as [
    string,
    string,
  ];
  for (const folder of [rehearsal, answers]) mkdirSync(folder, { recursive: true });
  const spec = { hidden, publicData: path.join(root, "data/id/public"), workspace: path.join(root, "work") };
  const shown = (source: string) => [{ inside: "/home/rehearsal", source }];
  expect(placesToCover({ ...spec, rehearsalData: [rehearsal] }, shown(rehearsal))).toEqual([]);
  for (const source of [answers, path.dirname(rehearsal)]) {
    expect(() => placesToCover({ ...spec, rehearsalData: [rehearsal] }, shown(source))).toThrow(UsageError);
  }
  expect(() => placesToCover(spec, shown(rehearsal))).toThrow(UsageError);
});
