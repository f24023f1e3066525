import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { systemFailure } from "../../src/lib/system-failure.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

function failureOf(action: () => unknown, where?: string) {
  try {
    action();
  } catch (error) {
    return systemFailure(error, where);
  }
  throw new Error("did not fail");
}

describe("a failure of the system", () => {
  test.runIf(process.platform === "linux")("reports a full disk, even if the system names no path", () => {
    const file = openSync("/dev/full", "w");
    const failure = failureOf(() => writeSync(file, "x"), "/data/train.csv");
    closeSync(file);
    expect(failure).toMatchObject({ code: "disk-full", message: expect.stringContaining("/data/train.csv") });
  });

  test("names a missing path and a file in the place of a folder", () => {
    expect(failureOf(() => readFileSync(place("missing")))).toMatchObject({
      code: "missing-path",
      message: `${place("missing")} does not exist.`,
    });
    writeFileSync(place("file"), "");
    expect(failureOf(() => mkdirSync(place("file", "folder")))).toMatchObject({
      code: "missing-path",
      message: expect.stringContaining(place("file", "folder")),
    });
  });

  test("explains too many open files", () => {
    const error = Object.assign(new Error("EMFILE"), { code: "EMFILE", syscall: "open", path: "/data/a" });
    expect(systemFailure(error)).toMatchObject({
      code: "too-many-open-files",
      message: expect.stringContaining("ulimit -n"),
    });
  });

  test("keeps its cause and leaves other errors alone", () => {
    const failure = failureOf(() => readFileSync(place("missing")));
    expect(failure!.cause).toMatchObject({ code: "ENOENT" });
    expect(systemFailure(new TypeError("a bug"))).toBeNull();
    expect(systemFailure("text")).toBeNull();
  });
});
