import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { UsageError } from "../../src/lib/errors.ts";
import { isIsolated, sandboxKind, sandboxKinds, sandboxNamesWhere } from "../../src/sandboxes/index.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { withSandbox } from "../support/sandbox-folders.ts";

const registry = new URL("../../dist/sandboxes/index.js", import.meta.url).href;

test("every listed sandbox is found by its name, and its provider has the traits of its kind", async () => {
  for (const kind of sandboxKinds) {
    expect(sandboxKind(kind.name)).toBe(kind);
    const provider = await kind.create();
    expect(provider).toMatchObject({ name: kind.name, traits: kind.traits() });
  }
  expect(() => sandboxKind("jail")).toThrow(UsageError);
  expect(() => sandboxKind("bublewrap")).toThrow(/Did you mean `bubblewrap`\? There are bubblewrap, docker, local/);
});

test("traits depend on settings where a setting changes the answer", () => {
  const shared = sandboxKind("docker").traits({ hostConfig: { NetworkMode: "host" } });
  expect(shared.sharesHostNetworkOn).toContain("open");
  expect(sandboxKind("docker").traits().sharesHostNetworkOn).toEqual([]);
});

test.skipIf(!hasBubblewrap)("the default isolates; where nothing does, it is refused with what to install", () => {
  const program = `import { defaultSandbox } from ${JSON.stringify(registry)}; console.log((await defaultSandbox()).name);`;
  const node = [process.execPath, "--input-type=module", "--eval", program];
  expect(execFileSync(node[0]!, node.slice(1), { encoding: "utf8" })).toBe("bubblewrap\n");
  // Where namespaces are forbidden, as in many containers.
  const container = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-user", "--disable-userns"];
  const { stderr } = spawnSync("bwrap", [...container, ...node], { encoding: "utf8" });
  expect(stderr).toContain("bwrap cannot make namespaces here");
  for (const way of ["apt-get install bubblewrap", "dnf install", "pacman -S", "macOS", "--sandbox local"]) {
    expect(stderr).toContain(way);
  }
});

test("only kinds that are known not to isolate count as not isolated", () => {
  expect(["bubblewrap", "docker", "local", "of-a-later-version"].map(isIsolated)).toEqual([true, true, false, true]);
});

test("a network that a sandbox does not have is refused", async () => {
  expect(sandboxNamesWhere(({ networks }) => networks.includes("internal"))).toEqual(["docker"]);
  for (const name of ["bubblewrap", "local"]) {
    const provider = await sandboxKind(name).create();
    const opening = withSandbox(provider, { network: "internal" }, async () => undefined);
    await expect(opening).rejects.toThrow(UsageError);
    await expect(opening).rejects.toThrow(/has no network `internal`, only none and open/);
  }
});
