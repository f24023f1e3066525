import { describe, expect, test } from "vitest";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { seccompFilterHere } from "../../../src/sandboxes/bubblewrap/seccomp/seccomp-filter.ts";
import {
  type Architecture,
  inspectedCalls,
  refusedCalls,
} from "../../../src/sandboxes/bubblewrap/seccomp/system-calls.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { withSandbox } from "../../support/sandbox-folders.ts";
import { requireProgram } from "../../support/system-programs.ts";

const perl = requireProgram("perl", "perl-base");
const here = process.arch as Architecture;

/** Makes system calls inside bubblewrap and returns the number of the error of each, 0 for none. */
async function errorsOf(calls: readonly (readonly number[])[]): Promise<number[]> {
  const script = calls.map((values) => `$! = 0; syscall(${values.join(", ")}); print 0 + $!, "\\n";`).join(" ");
  const { output } = await withSandbox(bubblewrapSandboxes(), {}, (sandbox) => sandbox.run(["perl", "-e", script]));
  return output.trimEnd().split("\n").map(Number);
}

describe.skipIf(!hasBubblewrap || perl === null || seccompFilterHere() === null)("inside bubblewrap", () => {
  test("keys, mounts, namespaces and risky interfaces of the kernel are refused", async () => {
    const calls = Object.values(refusedCalls).map((numbers) => [numbers[here], 0, 0, 0, 0, 0]);
    expect(new Set(await errorsOf(calls))).toEqual(new Set([1]));
  });

  test("a child in a namespace cannot be made, and sockets cannot lead out of a virtual machine", async () => {
    const { clone, clone3, socket } = inspectedCalls;
    const [newUser, vsock, internet, stream] = [0x10000011, 40, 2, 1];
    expect(
      await errorsOf([
        [clone[here], newUser, 0, 0, 0, 0],
        [clone3[here], 0, 0],
        [socket[here], vsock, stream, 0],
        [socket[here], internet, stream, 0],
      ]),
    ).toEqual([1, 38, 97, 0]);
  });

  test("the record says that system calls are filtered", async () => {
    const { notes } = await withSandbox(bubblewrapSandboxes(), {}, async ({ record }) => record);
    expect(notes).toContain("system calls filtered");
  });
});
