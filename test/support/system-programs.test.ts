import { afterEach, expect, test, vi } from "vitest";
import { skipReasons } from "./skips.ts";
import { findProgram, requireProgram } from "./system-programs.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a program that is there is found, with or without CI", () => {
  for (const value of ["true", ""]) {
    vi.stubEnv("CI", value);
    expect(requireProgram("sh", "dash")).toBe(findProgram("sh"));
  }
});

test("without a program tests are skipped, and the reason says what to install", () => {
  vi.stubEnv("CI", "");
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(requireProgram("no-such-program", "no-such-package", false)).toBe(null);
  const printed = warn.mock.calls.flat().join("\n");
  expect(skipReasons(printed)).toEqual(["no-such-program is not installed: apt-get install no-such-package"]);
});

test("without a program CI fails", () => {
  vi.stubEnv("CI", "true");
  expect(() => requireProgram("no-such-program", "no-such-package", false)).toThrow(/apt-get install no-such-package/);
});
