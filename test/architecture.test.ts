import { expect, test } from "vitest";
import { sandboxKinds } from "../src/sandboxes/index.ts";
import { parseSourceFile, readSourceFiles, type SourceFile } from "./support/source-files.ts";

/** From the bottom up. Folders of one tier do not know each other; an import may only point to a lower tier. */
const tiers = [
  ["lib"],
  ["facts"],
  ["frame", "metrics"],
  ["contracts"],
  ["prepare", "grade", "kaggle", "sandboxes", "models"],
  ["competitions", "agents"],
  ["config"],
  ["runs"],
  ["results"],
  ["server"],
  ["cli", "index.ts", "competition.ts", "runs.ts"],
];

/** The public library, and the list that it exports as `metrics`. */
const libraryFiles = ["src/index.ts", "src/competition.ts", "src/runs.ts", "src/metrics/index.ts"];

const sources = readSourceFiles("src");
const areaOf = (path: string): string => path.split("/")[1]!;
const tierOf = (path: string): number => tiers.findIndex((tier) => tier.includes(areaOf(path)));

function wrongImports({ path, imports }: SourceFile): string[] {
  return imports
    .filter((target) => areaOf(target.path) !== areaOf(path) && tierOf(target.path) >= tierOf(path))
    .map((target) => `${path} must not import ${target.path}`);
}

/** Exported functions, classes and constants that no other file imports. */
function unusedExports(files: readonly SourceFile[], users: readonly SourceFile[]): string[] {
  const used = new Map<string, Set<string>>();
  for (const { imports } of [...files, ...users]) {
    for (const { path, names } of imports) {
      const known = used.get(path) ?? new Set();
      for (const name of names ?? ["*"]) known.add(name);
      used.set(path, known);
    }
  }
  return files.flatMap(({ path, exports }) => {
    const known = used.get(path) ?? new Set();
    return known.has("*") ? [] : exports.filter((name) => !known.has(name)).map((name) => `${path}: ${name}`);
  });
}

test("every source file belongs to a tier", () => {
  expect(sources.filter(({ path }) => tierOf(path) === -1).map(({ path }) => path)).toEqual([]);
});

test("every import points to a lower tier", () => {
  expect(sources.flatMap(wrongImports)).toEqual([]);
});

test("no source file is longer than 400 lines, and no contract longer than 250", () => {
  const mostLines = (path: string): number => (areaOf(path) === "contracts" ? 250 : 400);
  expect(sources.filter(({ path, lines }) => lines > mostLines(path)).map(({ path }) => path)).toEqual([]);
});

test("no function is longer than 80 lines", () => {
  const long = sources.flatMap(({ path, functions }) =>
    functions.filter(({ lines }) => lines > 80).map(({ line, lines }) => `${path}:${line} has ${lines} lines`),
  );
  expect(long).toEqual([]);
});

test("only the library's own files do nothing but re-export", () => {
  expect(
    sources
      .filter(({ onlyReexports }) => onlyReexports)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...libraryFiles].sort());
});

// Tests, benchmarks and scripts count as users. Types may be exported for the compiler, which must be able to name them.
test("every function, class and constant that is exported is imported somewhere", () => {
  expect(unusedExports(sources, readSourceFiles("test", "bench", "scripts"))).toEqual([]);
});

test("these checks notice what they are for", () => {
  const parse = (path: string, text: string): SourceFile => parseSourceFile(path, text);
  expect(wrongImports(parse("src/metrics/a.ts", 'import { Frame } from "../frame/frame.ts";'))).toHaveLength(1);
  expect(wrongImports(parse("src/grade/a.ts", 'const x = await import("../runs/plan.ts");'))).toHaveLength(1);
  expect(wrongImports(parse("src/grade/a.ts", 'export type { X } from "../runs/plan.ts";'))).toHaveLength(1);
  expect(wrongImports(parse("src/runs/a.ts", 'import { accuracy } from "../metrics/accuracy.ts";'))).toEqual([]);

  const long = `export const run = async () => {\n${"  step();\n".repeat(79)}};\n`;
  expect(parse("src/lib/a.ts", long).functions).toEqual([{ line: 1, lines: 81 }]);
  expect(parse("src/lib/a.ts", 'export * from "./b.ts";\nexport type { C } from "./c.ts";\n').onlyReexports).toBe(true);
  expect(parse("src/lib/a.ts", 'export * from "./b.ts";\nexport const c = 1;\n').onlyReexports).toBe(false);

  const exporting = parse("src/lib/a.ts", "export interface T {}\nexport const a = 1, b = 2;\nexport class C {}\n");
  const user = parse("scripts/x.js", 'import { a } from "../dist/lib/a.js";');
  expect(unusedExports([exporting], [user])).toEqual(["src/lib/a.ts: b", "src/lib/a.ts: C"]);
  expect(unusedExports([exporting], [parse("src/lib/b.ts", 'import * as all from "./a.ts";')])).toEqual([]);
});

/** Lines that compare something with the name of a sandbox; its traits are to be asked for instead. */
function comparedSandboxes({ path, text }: Pick<SourceFile, "path" | "text">): string[] {
  const name = `["'\`](?:${sandboxKinds.map((kind) => kind.name).join("|")})["'\`]`;
  const comparison = new RegExp(`[=!]==?\\s*${name}|${name}\\s*[=!]==?|\\bcase\\s+${name}|includes\\(\\s*${name}`);
  return text
    .split("\n")
    .flatMap((line, index) => (comparison.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}

test("only sandboxes know sandboxes by name: everything else asks for traits", () => {
  expect(sources.filter(({ path }) => areaOf(path) !== "sandboxes").flatMap(comparedSandboxes)).toEqual([]);
});

test("a comparison with a sandbox's name is noticed", () => {
  for (const line of ['if (name === "docker")', '"local" !== name', 'case "bubblewrap":', 'names.includes("docker")']) {
    expect(comparedSandboxes({ path: "src/runs/plan.ts", text: line })).toHaveLength(1);
  }
  const allowed = 'needs: ["docker"], sandbox: "local"';
  expect(comparedSandboxes({ path: "src/agents/kind.ts", text: allowed })).toEqual([]);
});
