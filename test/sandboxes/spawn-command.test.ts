import { expect, test } from "vitest";
import { spawnCommand } from "../../src/sandboxes/shared/spawn-command.ts";

/** Keeps this thread from doing anything else. */
const block = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("output that arrives while the harness is busy is not lost", async () => {
  let output = "";
  const { ended } = await spawnCommand(["/bin/sh", "-c", "(sleep 0.3; echo late) & exit 3"], {
    environment: { PATH: process.env.PATH ?? "" },
    onOutput: (chunk) => {
      output += Buffer.from(chunk).toString();
    },
    onExit: () => void setImmediate(() => block(3000)),
  });
  expect(await ended).toMatchObject({ exitCode: 3 });
  expect(output).toBe("late\n");
});

test("a process that keeps the output open does not keep the command from ending", async () => {
  let sleeper = 0;
  const { ended } = await spawnCommand(["/bin/sh", "-c", "sleep 600 & echo $!; exit 0"], {
    environment: { PATH: process.env.PATH ?? "" },
    onOutput: (chunk) => {
      sleeper = Number(Buffer.from(chunk).toString());
    },
  });
  expect(await ended).toMatchObject({ exitCode: 0 });
  process.kill(sleeper, "SIGKILL");
});
