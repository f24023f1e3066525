import { expect, test } from "vitest";
import { coder, coders } from "../../../../src/agents/search/coders/index.ts";
import { defaultSettings } from "./default-settings.ts";

test("every coder has a name of its own, and says what it does", () => {
  expect(new Set(coders.map(({ name }) => name)).size).toBe(coders.length);
  for (const { name, summary } of coders) {
    expect(coder(name).name).toBe(name);
    expect(summary).toMatch(/^\S.*[^.]$/);
  }
});

test("the simplest coder needs nothing", () => {
  expect(coder("single").sandbox(defaultSettings)).toEqual({});
});

test("an unknown coder is refused with the nearest name, and Kapso's names lead to ours", () => {
  expect(() => coder("singel")).toThrow("There is no coder `singel`. Did you mean `single`?");
  expect(() => coder("openhands")).toThrow("OpenHands is not offered: use `react`");
});
