import { expect, test } from "vitest";
import { localSandboxes } from "../../src/sandboxes/local/local.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { withSandbox } from "../support/sandbox-folders.ts";

describeSandbox(localSandboxes());

test("the local sandbox records that it does not isolate, whatever was asked for", async () => {
  const limits = { memoryMb: 4000, cpus: 1, processes: 100 };
  await withSandbox(localSandboxes(), { limits }, async ({ record }) => {
    expect(record).toMatchObject({ isolation: "none", network: "open" });
    expect(record.enforcement).toMatchObject({ memoryMb: "rlimit", cpus: "none" });
    expect(record.notes.join(" ")).toMatch(/no isolation.*network was to be closed, but is open/);
  });
});
