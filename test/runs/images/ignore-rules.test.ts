import { describe, expect, test } from "vitest";
import { ignoreRules } from "../../../src/runs/images/ignore-rules.ts";

describe("rules of .dockerignore", () => {
  test.each([
    { rules: "*.md", ignored: ["a.md"], kept: ["b/a.md", "a.mdx"] },
    { rules: "**/*.md", ignored: ["a.md", "b/a.md", "b/c/a.md"], kept: ["a.mdx"] },
    { rules: "*.md\n!keep.md", ignored: ["a.md"], kept: ["keep.md"] },
    { rules: "!keep.md\n*.md", ignored: ["keep.md"], kept: [] },
    { rules: "/a/\n", ignored: ["a", "a/b/c"], kept: ["b/a"] },
    { rules: "a/**/z", ignored: ["a/z", "a/b/c/z", "a/z/y"], kept: ["a/b"] },
    { rules: "file.?\n[ab]x", ignored: ["file.c", "ax"], kept: ["file.cc", "fileXc", "cx"] },
    { rules: "# a\n\n  b  \r\n./c", ignored: ["b", "c"], kept: ["a", "# a"] },
    { rules: "a+(b)", ignored: ["a+(b)"], kept: ["aab"] },
    { rules: "**", ignored: ["a", "a/b"], kept: [] },
    { rules: "", ignored: [], kept: ["a"] },
  ])("$rules", ({ rules, ignored, kept }) => {
    const isIgnored = ignoreRules(rules);
    expect(ignored.filter((path) => !isIgnored(path))).toEqual([]);
    expect(kept.filter(isIgnored)).toEqual([]);
  });
});
