import { expect, test } from "vitest";
import { deletedBytesOf } from "../../src/sandboxes/shared/deleted-files.ts";

test("the processes of a command are not looked at before it has run for a second, and are afterwards", async () => {
  let looks = 0;
  const measure = deletedBytesOf(() => {
    looks += 1;
    return [];
  }, "/");
  const begun = performance.now();
  await measure();
  if (performance.now() - begun < 900) expect(looks).toBe(0);
  const looksAfterMeasuring = async (): Promise<number> => {
    await measure();
    return looks;
  };
  await expect.poll(looksAfterMeasuring, { timeout: 5000 }).toBe(1);
});
