import { expect, test } from "vitest";
import { loadClasses } from "../../src/facts/classes.ts";

test.each([
  ["dog-breed-identification", 120],
  ["leaf-classification", 99],
])("%s has %i classes, all different", (id, count) => {
  const classes = loadClasses(id);
  expect(classes).toHaveLength(count);
  expect(new Set(classes).size).toBe(count);
});
