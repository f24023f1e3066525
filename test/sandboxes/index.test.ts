import { expect, test } from "vitest";
import { UsageError } from "../../src/lib/errors.ts";
import { defaultSandbox, sandboxNamed, sandboxNames } from "../../src/sandboxes/index.ts";
import { withSandbox } from "../support/sandbox-folders.ts";

test("every listed sandbox is found by its name", () => {
  for (const name of sandboxNames) expect(sandboxNamed(name, { image: "any" }).name).toBe(name);
  expect(() => sandboxNamed("docker")).toThrow(/needs an image/);
  expect(() => sandboxNamed("jail")).toThrow(UsageError);
});

test("without bubblewrap the default is local and says why", async () => {
  const { provider, insteadBecause } = await defaultSandbox();
  expect(provider.name).toBe(insteadBecause === null ? "bubblewrap" : "local");
});

test("a network among sandboxes is refused by those that have none, and they name the one that has", async () => {
  for (const name of ["bubblewrap", "local"]) {
    const opening = withSandbox(sandboxNamed(name), { network: "internal" }, async () => undefined);
    await expect(opening).rejects.toThrow(UsageError);
    await expect(withSandbox(sandboxNamed(name), { network: "internal" }, async () => undefined)).rejects.toThrow(
      /has no network `internal`: `docker` has/,
    );
  }
});
