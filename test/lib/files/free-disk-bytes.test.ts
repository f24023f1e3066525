import { expect, test } from "vitest";
import { freeDiskBytes } from "../../../src/lib/files/free-disk-bytes.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

test("free space is known for a path that does not exist yet", async () => {
  const free = await freeDiskBytes(place("not", "there", "yet"));
  expect(free).toBeGreaterThan(0);
  expect(Number.isSafeInteger(free)).toBe(true);
});
