import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Program, ProgramIndex } from "../../../../src/results/audit/plagiarism/compare-programs.ts";
import { tokenizePython } from "../../../../src/results/audit/plagiarism/tokenize-python.ts";
import { copies, independent, readProgram } from "./variants.ts";

async function program(name: string, source: string): Promise<Program> {
  return { name, tokens: (await tokenizePython(source))! };
}

const original = await program("original", readProgram("original"));
const copied = await Promise.all(Object.entries(copies).map(([name, source]) => program(name, source)));
const others = await Promise.all(independent.map((name) => program(name, readProgram(name))));
const index = new ProgramIndex([original, ...copied, ...others]);
/** The default of `--threshold`. */
const threshold = 0.3;

describe("two programs", () => {
  test("are measured as docs/audits.md says", () => {
    const page = readFileSync(new URL("../../../../docs/audits.md", import.meta.url), "utf8");
    const section = page.slice(page.indexOf("| program | similarity"));
    const rows = [...copied, ...others].map((each) => {
      const { similarity, shares, longest } = index.compare(each, original);
      return `| ${[each.name, ...[similarity, ...shares].map((figure) => figure.toFixed(2)), longest].join(" | ")} |`;
    });
    expect(section.split("\n").slice(2, 2 + rows.length)).toEqual(rows);
  });

  test.each(copied)("$name: the copy is above the threshold", (copy) => {
    expect(Math.max(...index.compare(copy, original).shares)).toBeGreaterThan(1.5 * threshold);
  });

  test("that were written independently are far below it, in every pair", () => {
    const all = [original, ...others];
    const shares = all.flatMap((one, at) => all.slice(at + 1).flatMap((other) => index.compare(one, other).shares));
    expect(Math.max(...shares)).toBeLessThan(threshold / 5);
  });

  test("show where their longest common stretch is", () => {
    const reordered = copied.find(({ name }) => name === "reordered")!;
    const [left, right] = index.compare(reordered, original).passages!;
    const lines = (source: string, { firstLine, lastLine }: typeof left) =>
      source
        .split("\n")
        .slice(firstLine, lastLine - 1)
        .join("\n");
    expect(lines(copies.reordered!, left)).toBe(lines(readProgram("original"), right));
    expect(lines(copies.reordered!, left).length).toBeGreaterThan(100);
  });

  test("are not alike because of long tables of numbers", async () => {
    const table = (count: number, start: string) => `${start}\nvalues = [${"(1, 2.5, 'a'), ".repeat(count)}]\n`;
    const one = await program("one", table(5000, "import os\nprint(os.getcwd())"));
    const other = await program("other", table(4000, "import sys\nsys.exit(main(3))"));
    const { shares } = new ProgramIndex([one, other]).compare(one, other);
    expect(Math.max(...shares)).toBeLessThan(0.5);
  });
});

describe("tokens of Python", () => {
  const texts = async (source: string) => (await tokenizePython(source))!.map(({ text }) => text);

  test("do not show layout, comments, documentation, types and chosen names", async () => {
    const plain = 'def f(a, b=1):\n    """Adds."""\n    c: int = (a + b)  # why\n    return g(c, key=a)\n';
    const changed = "def total(x: int,\n  y=22) -> int:\n  z = x + y\n\n\n  return g(\n    z,\n    key=x,\n  )\n";
    expect(await texts(plain)).toEqual(await texts(changed));
  });

  test("show operators, and the names of libraries", async () => {
    for (const [one, other] of [
      ["a = 1\nb = a + a", "a = 1\nb = a - a"],
      ["import numpy as np\nnp.mean(x)", "import numpy as np\nnp.median(x)"],
      ["fit(depth=3)", "fit(leaves=3)"],
    ] as const) {
      expect(await texts(one)).not.toEqual(await texts(other));
    }
  });

  test("are found in code that is not Python", async () => {
    expect(await tokenizePython("\0\0 <html> ))) def def class : : [[[ %%")).not.toBeNull();
    expect((await tokenizePython(`${"(".repeat(20_000)}1${")".repeat(20_000)}`))!.length).toBeGreaterThan(0);
  });
});
