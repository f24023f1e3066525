import { afterEach, expect, test } from "vitest";
import { findProgram, requireProgram } from "../support/system-programs.ts";

const ci = process.env.CI;
const write = process.stderr.write;
afterEach(() => {
  process.stderr.write = write;
  if (ci === undefined) delete process.env.CI;
  else process.env.CI = ci;
});

/** What is written to stderr while `work` runs. */
function heard(work: () => void): string {
  let text = "";
  process.stderr.write = (chunk) => {
    text += chunk;
    return true;
  };
  work();
  process.stderr.write = write;
  return text;
}

test("a program that is there is found, with or without CI", () => {
  for (const value of ["true", ""]) {
    process.env.CI = value;
    expect(requireProgram("sh", "dash")).toBe(findProgram("sh"));
  }
});

test("without a program tests are skipped, and the reason is said aloud", () => {
  process.env.CI = "";
  let found: string | null = "";
  const said = heard(() => {
    found = requireProgram("no-such-program", "no-such-package", false);
  });
  expect(found).toBe(null);
  expect(said).toMatch(/^SKIPPED: .*need no-such-program cannot run here: install the package no-such-package\.\n$/);
});

test("without a program CI fails", () => {
  process.env.CI = "true";
  expect(() => requireProgram("no-such-program", "no-such-package", false)).toThrow(
    /install the package no-such-package/,
  );
});
