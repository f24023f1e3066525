import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { madeOnce } from "./made-once.ts";

test("the first to ask makes the folder, the others wait for it", async () => {
  let makers = 0;
  const ask = () =>
    madeOnce("asked-for-thrice", async (folder) => {
      makers += 1;
      writeFileSync(join(folder, "a"), "half");
      await sleep(50);
      writeFileSync(join(folder, "a"), "whole");
    });
  const asked = await Promise.all([ask(), ask(), ask()]);
  expect([makers, new Set(asked).size]).toEqual([1, 1]);
  expect(readFileSync(join(asked[0]!, "a"), "utf8")).toBe("whole");
});

test("what failed is made again by the next to ask", async () => {
  const fail = async () => {
    throw new Error("no luck");
  };
  await expect(madeOnce("made-later", fail)).rejects.toThrow("no luck");
  const folder = await madeOnce("made-later", async (made) => writeFileSync(join(made, "b"), "here"));
  expect(readFileSync(join(folder, "b"), "utf8")).toBe("here");
});
