import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { threadsOfUser } from "../../src/sandboxes/shared/process-tree.ts";

test.runIf(process.platform === "linux" && process.getuid?.() === 0)("a user's threads are counted", async () => {
  const user = 1_999_999_000 + (process.pid % 1000);
  expect(threadsOfUser(user)).toBe(0);
  const sleeping = [1, 2, 3].map(() => spawn("sleep", ["100"], { uid: user, cwd: "/", stdio: "ignore" }));
  try {
    await Promise.all(sleeping.map((child) => once(child, "spawn")));
    expect(threadsOfUser(user)).toBe(3);
  } finally {
    for (const child of sleeping) child.kill("SIGKILL");
  }
});
