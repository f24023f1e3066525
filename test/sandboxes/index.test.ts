import { expect, test } from "vitest";
import { UsageError } from "../../src/lib/errors.ts";
import { defaultSandbox, sandboxNamed, sandboxNames } from "../../src/sandboxes/index.ts";

test("every listed sandbox is found by its name", () => {
  for (const name of sandboxNames) expect(sandboxNamed(name, { image: "any" }).name).toBe(name);
  expect(() => sandboxNamed("docker")).toThrow(/needs an image/);
  expect(() => sandboxNamed("jail")).toThrow(UsageError);
});

test("without bubblewrap the default is local and says why", async () => {
  const { provider, insteadBecause } = await defaultSandbox();
  expect(provider.name).toBe(insteadBecause === null ? "bubblewrap" : "local");
});
