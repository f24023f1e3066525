import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isCloneAddress, nameClones } from "../../../src/agents/repository/cloning/clone-address.ts";
import {
  type Clone,
  cloneLimits,
  cloneRepository,
  placeOfClone,
  restoreClone,
} from "../../../src/agents/repository/cloning/clone-repository.ts";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { GitServer, git, makeRepository } from "./git-server.ts";

const place = temporaryDirectory();
const served = place("served");
const server = await GitServer.start(served);
const signal = new AbortController().signal;

async function open(name: string) {
  mkdirSync(place(`data-${name}`), { recursive: true });
  const workspace = place(`workspace-${name}`);
  const spec = { name, publicData: place(`data-${name}`), workspace, network: "open", limits: {} } as const;
  return { sandbox: await localSandboxes().open(spec), graceMs: 1000 };
}

describe("a clone", () => {
  test("holds the files, whatever they are called; links are not followed, submodules not cloned, hooks not run", async () => {
    const secret = place("secret.txt");
    writeFileSync(secret, "not yours");
    makeRepository(join(served, "odd"), { "a.py": "a = 1\n", "line\nbreak.py": "b = 2\n" }, (folder) => {
      symlinkSync(secret, join(folder, "link.txt"));
      git(folder, "add", "link.txt");
      git(folder, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},part`);
    });
    const task = await open("odd");
    const clone = (await cloneRepository(task, { name: "odd", address: `${server.url}/odd` }, signal)) as Clone;
    expect(clone).toMatchObject({
      files: 3,
      links: 1,
      submodules: 1,
      commit: git(join(served, "odd"), "rev-parse", "HEAD"),
    });
    const inside = placeOfClone(task, "odd");
    expect(readFileSync(join(inside, "line\nbreak.py"), "utf8")).toBe("b = 2\n");
    expect(existsSync(join(inside, ".git", "hooks"))).toBe(false);
    const { skipped } = await task.sandbox.collect(inside, place("copy"));
    expect(skipped).toEqual([expect.stringContaining("link.txt")]);
    expect(existsSync(place("copy", "link.txt"))).toBe(false);
  });

  test("that programs have changed is put back", async () => {
    makeRepository(join(served, "changed"), { "a.py": "a = 1\n", "b.py": "b = 1\n" });
    const task = await open("changed");
    const clone = (await cloneRepository(task, { name: "changed", address: `${server.url}/changed` }, signal)) as Clone;
    const inside = placeOfClone(task, "changed");
    writeFileSync(join(inside, "a.py"), "a = 2\n");
    writeFileSync(join(inside, "new.py"), "");
    rmSync(join(inside, "b.py"));
    expect(await restoreClone(task, clone, signal)).toBeNull();
    expect(readFileSync(join(inside, "a.py"), "utf8")).toBe("a = 1\n");
    expect([existsSync(join(inside, "b.py")), existsSync(join(inside, "new.py"))]).toEqual([true, false]);
    rmSync(join(inside, ".git"), { recursive: true });
    expect(await restoreClone(task, clone, signal)).toMatch(/could not be restored/);
  });

  test("that was interrupted is not taken for a whole one", async () => {
    makeRepository(join(served, "half"), { "a.py": "a = 1\n" });
    const task = await open("half");
    mkdirSync(`${placeOfClone(task, "half")}.part/.git`, { recursive: true });
    const clone = await cloneRepository(task, { name: "half", address: `${server.url}/half` }, signal);
    expect(clone).toMatchObject({ files: 1 });
    expect(existsSync(`${placeOfClone(task, "half")}.part`)).toBe(false);
  });

  test.each([
    ["many files", Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.py`, "x"])), { files: 20 }],
    ["a large file that is small when packed", { "zeros.bin": Buffer.alloc(3e6) }, { bytes: 1e6 }],
    ["a large file", { "noise.bin": randomBytes(3e6) }, { bytes: 1e6 }],
  ] as const)("with %s is given up, and leaves nothing", async (name, files, limits) => {
    const folder = name.replaceAll(" ", "-");
    makeRepository(join(served, folder), files);
    const task = await open(folder);
    const source = { name: folder, address: `${server.url}/${folder}` };
    const result = await cloneRepository(task, source, signal, { ...cloneLimits, ...limits });
    expect(result).toEqual({ reason: expect.stringContaining("too large to be cloned") });
    expect(existsSync(placeOfClone(task, folder))).toBe(false);
    expect(existsSync(`${placeOfClone(task, folder)}.part`)).toBe(false);
  });

  test("of an address that does not exist says so", async () => {
    const task = await open("none");
    const result = await cloneRepository(task, { name: "none", address: `${server.url}/none` }, signal);
    expect(result).toEqual({ reason: expect.stringMatching(/could not be cloned: .*not found/) });
  });
});

test.each([
  ["https://github.com/owner/name", true],
  ["https://github.com/owner/name.git", true],
  ["http://127.0.0.1:8000/name", true],
  ["http://localhost/name", true],
  ["http://[::1]:80/name", true],
  ["http://github.com/owner/name", false],
  ["http://127.0.0.1.example.com/name", false],
  ["https://user:word@github.com/owner/name", false],
  ["https://github.com/owner/name?x=1", false],
  ["file:///etc", false],
  ["ssh://git@github.com/owner/name", false],
  ["git@github.com:owner/name", false],
  ["ext::sh -c id", false],
  ["--upload-pack=id", false],
])("the address %s may be cloned: %s", (address, expected) => {
  expect(isCloneAddress(address)).toBe(expected);
});

test("clones have names of their own, which are neither hidden nor options", () => {
  const addresses = ["a/x", "b/x.git", "b/x", "c/-n", "c/.."].map((path) => `https://github.com/${path}`);
  expect(nameClones(addresses, ["x"]).map(({ name }) => name)).toEqual(["a-x", "b-x", "b-x-2", "n", "repository"]);
});
