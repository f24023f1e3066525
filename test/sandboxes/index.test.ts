import { expect, test } from "vitest";
import { UsageError } from "../../src/lib/errors.ts";
import { defaultSandbox, sandboxKind, sandboxKinds, sandboxNamesWhere } from "../../src/sandboxes/index.ts";
import { withSandbox } from "../support/sandbox-folders.ts";

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

test("the default is the first sandbox that works without an image, and the reason against the others is kept", async () => {
  const { provider, insteadBecause } = await defaultSandbox();
  expect(provider.name).toBe(insteadBecause === null ? "bubblewrap" : "local");
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
