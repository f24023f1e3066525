import { expect, test } from "vitest";
import { insideCommand } from "../../../src/sandboxes/bubblewrap/arguments.ts";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { shell, withSandbox } from "../../support/sandbox-folders.ts";

test("only a command that is not the system's shell is started by one", () => {
  expect(insideCommand(shell("exit 3"))).toEqual(shell("exit 3"));
  for (const name of ["sh", "/usr/bin/sh", "./bin/sh", "true"]) {
    expect(insideCommand([name, "-x"])).toEqual(["/bin/sh", "-c", 'exec "$@"', "sh", name, "-x"]);
  }
});

test.runIf(hasBubblewrap)("exit codes are a shell's with and without it", async () => {
  await withSandbox(bubblewrapSandboxes(), {}, async (sandbox) => {
    const codeOf = async (command: string[]): Promise<number | null> => (await sandbox.run(command)).exitCode;
    expect(await codeOf(["no-such-program"])).toBe(127);
    expect(await codeOf(["/etc/passwd"])).toBe(126);
    expect(await codeOf(shell("exit 7"))).toBe(7);
    expect(await codeOf(shell("kill -9 $$"))).toBe(137);
  });
});
