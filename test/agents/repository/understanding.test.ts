import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { byImportance, digestRepository } from "../../../src/agents/repository/understanding/digest.ts";
import { Graph } from "../../../src/agents/repository/understanding/graph.ts";
import { pageRank } from "../../../src/agents/repository/understanding/page-rank.ts";
import {
  type Repository,
  understandRepository,
} from "../../../src/agents/repository/understanding/understand-repository.ts";
import { estimateTokens } from "../../../src/agents/search/memory/tokens.ts";
import { birdFiles, notebookOf, repositoryWriter } from "./small-repositories.ts";

const writeRepository = repositoryWriter();
const birds = (): Promise<Repository> => understandRepository(writeRepository(birdFiles), { name: "birds" });
const moduleOf = ({ modules }: Repository, path: string) => modules.find((module) => module.path === path)!;
const usesOf = ({ graphs }: Repository, path: string): string[] => [...graphs.modules.uses(path).keys()].sort();
const callsOf = ({ graphs }: Repository, id: string): string[] => [...graphs.calls.uses(id).keys()].sort();

test("classes, functions and methods are found with signatures, docstrings, decorators and lines", async () => {
  const repository = await birds();
  const { symbols, documentation } = moduleOf(repository, "src/birds/model.py");
  expect(documentation).toBe("The model.");
  expect(symbols.map(({ kind, qualified }) => `${kind} ${qualified}`)).toEqual([
    "class Model",
    "method Model.__init__",
    "method Model.train_model",
    "method Model._one_epoch",
    "function Model._one_epoch.inner",
  ]);
  expect(symbols[0]).toMatchObject({ signature: "class Model(Base)", bases: ["Base"], firstLine: 7, lastLine: 26 });
  expect(symbols[0]!.documentation).toBe("Recognises birds.\n\n In three layers.");
  expect(symbols[2]!.signature).toBe("def train_model(self, epochs: int) -> float");
  expect(moduleOf(repository, "src/birds/data/loader.py").symbols[0]).toMatchObject({
    signature: "def read_songs(folder, *, limit=None)",
    documentation: "Reads the songs of a folder.",
  });
  expect(moduleOf(repository, "src/birds/layers.py").symbols.at(-1)!.decorators).toEqual(["@property"]);
  expect(moduleOf(repository, "train.py")).toMatchObject({ runs: true, constants: ["EPOCHS"] });
});

test("modules depend on what they import: in a src folder, relatively, through packages, in cycles", async () => {
  const repository = await birds();
  expect(usesOf(repository, "src/birds/model.py")).toEqual(["src/birds/data/loader.py", "src/birds/layers.py"]);
  expect(usesOf(repository, "src/birds/layers.py")).toEqual(["src/birds/model.py"]);
  expect(usesOf(repository, "train.py")).toEqual([
    "src/birds/__init__.py",
    "src/birds/data/loader.py",
    "src/birds/model.py",
  ]);
  expect([...repository.graphs.packages.keys()]).toContain("numpy");
});

test("calls lead to functions, methods of bases, names that packages pass on, and modules under another name", async () => {
  const repository = await birds();
  expect(callsOf(repository, "src/birds/model.py:Model.train_model")).toEqual([
    "src/birds/layers.py:Base.report",
    "src/birds/model.py:Model._one_epoch",
  ]);
  expect(callsOf(repository, "src/birds/model.py:Model.__init__")).toEqual([
    "src/birds/layers.py:Base.__init__",
    "src/birds/layers.py:Layer",
  ]);
  expect(callsOf(repository, "src/birds/model.py:Model._one_epoch")).toEqual([
    "src/birds/model.py:Model._one_epoch.inner",
  ]);
  expect(callsOf(repository, "train.py:main")).toEqual([
    "src/birds/data/loader.py:read_songs",
    "src/birds/model.py:Model",
    "src/birds/model.py:Model.train_model",
  ]);
  expect(callsOf(repository, "explore.ipynb")).toContain("src/birds/model.py:Model");
});

test("relative imports reach up any number of levels, and not out of the repository", async () => {
  const repository = await understandRepository(
    writeRepository({
      "a/__init__.py": "",
      "a/util.py": "def f(): pass\n",
      "a/b/c/deep.py": "from ...util import f\nfrom ..... import f as g\nfrom ... import util\nf()\ng()\n",
      "one/helper.py": "def f(): pass\n",
      "one/run.py": "import helper\nhelper.f()\n",
      "two/helper.py": "def f(): pass\n",
    }),
  );
  expect(usesOf(repository, "a/b/c/deep.py")).toEqual(["a/util.py"]);
  expect(callsOf(repository, "a/b/c/deep.py")).toEqual(["a/util.py:f"]);
  expect(usesOf(repository, "one/run.py")).toEqual(["one/helper.py"]);
});

test("modules that import everything from each other do not end in a loop", async () => {
  const repository = await understandRepository(
    writeRepository({
      "a.py": "from b import *\nclass A(B): pass\nf()\n",
      "b.py": "from a import *\nclass B(A): pass\ndef g(self): self.x()\nB().y()\n",
    }),
  );
  expect(usesOf(repository, "a.py")).toEqual(["b.py"]);
});

test("a file with syntax errors gives what can be parsed", async () => {
  const repository = await understandRepository(
    writeRepository({
      "a.py": "def good(x): return x\n\ndef bad(:\n  print 'x'\n\nclass Later:\n  def f(self): pass\n",
    }),
  );
  expect(repository.modules[0]!.hasSyntaxErrors).toBe(true);
  expect(repository.modules[0]!.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(["good", "Later"]));
  expect(digestRepository(repository, 500)).toContain("with syntax errors");
});

test("large, binary and broken files are counted and not parsed; other encodings are read", async () => {
  const repository = await understandRepository(
    writeRepository({
      "huge.py": `x = [${"1, ".repeat(400_000)}]\n`,
      "binary.py": Buffer.from([0, 1, 2, 0]),
      "broken.ipynb": "{",
      "latin.py": Buffer.from('# -*- coding: latin-1 -*-\ndef gr\xfc\xdfe():\n    "Gr\xfc\xdfe."\n', "latin1"),
      "empty.py": "",
    }),
  );
  expect(repository.skipped).toEqual([
    { path: "binary.py", reason: "not a text file" },
    { path: "broken.ipynb", reason: "not a notebook" },
    { path: "huge.py", reason: "too large" },
  ]);
  expect(moduleOf(repository, "latin.py").symbols[0]).toMatchObject({ name: "grüße", documentation: "Grüße." });
});

test("the limits on files, modules and bytes hold", async () => {
  const folder = writeRepository(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`m${n}.py`, "x = 1\n"])));
  const few = await understandRepository(folder, { limits: { modules: 10 } });
  expect([few.modules.length, few.skipped.length]).toEqual([10, 20]);
  const small = await understandRepository(folder, { limits: { totalBytes: 30 } });
  expect(small.modules).toHaveLength(5);
  const short = await understandRepository(folder, { limits: { entries: 7 } });
  expect([short.files.length, short.isComplete]).toEqual([7, false]);
});

test("links and pipes are not opened, and generated folders are passed over", async () => {
  const secret = join(writeRepository({ "secret.py": "def secret(): pass\n" }), "secret.py");
  const folder = writeRepository({
    "a.py": "",
    "node_modules/b.py": "",
    "build/c.py": "",
    "pkg/build/d.py": "",
    ".git/e.py": "",
  });
  symlinkSync(secret, join(folder, "link.py"));
  symlinkSync(join(secret, ".."), join(folder, "linked"));
  execFileSync("mkfifo", [join(folder, "pipe.py")]);
  const { files, modules } = await understandRepository(folder);
  expect(files.map(({ path }) => path)).toEqual(["a.py", "pkg/build/d.py"]);
  expect(modules).toHaveLength(2);
});

test("a folder that does not exist is an error of the user", async () => {
  await expect(understandRepository("/does/not/exist")).rejects.toThrow(
    "The repository /does/not/exist cannot be read",
  );
});

test("commands of notebooks are not Python, and their code is", async () => {
  const { modules } = await understandRepository(
    writeRepository({
      "n.ipynb": notebookOf("%matplotlib inline\n!ls\ndef f():\n    return 1\n", "%%bash\nls -l\n", "f()\n"),
    }),
  );
  expect(modules[0]).toMatchObject({ isNotebook: true, hasSyntaxErrors: false });
  expect(modules[0]!.calls.map(({ callee }) => callee)).toEqual(["f"]);
});

test("entry points are commands, what the README starts, and main blocks", async () => {
  const { entryPoints } = await birds();
  const byPath = new Map(entryPoints.map(({ path, reasons }) => [path, reasons[0]]));
  expect(byPath.get("train.py")).toBe("started in the README");
  expect(byPath.get("src/birds/cli.py")).toBe("command `birds`");
  expect(entryPoints[0]!.path).toBe("train.py");
});

test("what others are built on matters most; tests and setup files least; words of the task count", async () => {
  const paths = byImportance(await birds()).map(({ path }) => path);
  expect(paths[0]).toBe("src/birds/model.py");
  expect(paths.slice(0, 4)).toContain("train.py");
  expect(paths.indexOf("tests/test_model.py")).toBeGreaterThan(paths.indexOf("src/birds/layers.py"));
  const folder = writeRepository({ "alpha.py": "def segment_cells(): pass\n", "beta.py": "def count_words(): pass\n" });
  const first = async (task: string) => byImportance(await understandRepository(folder, { task }))[0]!.path;
  expect(await first("Segmentation: segment the cells of each picture")).toBe("alpha.py");
  expect(await first("Count the words of a text")).toBe("beta.py");
});

test("what the README uses matters more", async () => {
  const files = { "a.py": "class FirstThing: pass\n", "b.py": "class OtherThing: pass\n" };
  for (const [name, path] of [
    ["FirstThing", "a.py"],
    ["OtherThing", "b.py"],
  ]) {
    const folder = writeRepository({ ...files, "README.md": `Use \`${name}\`.\n` });
    expect(byImportance(await understandRepository(folder))[0]!.path).toBe(path);
  }
});

test("ranks sum to 1, and follow uses and starts", () => {
  const graph = new Graph(["a", "b", "c"]);
  graph.add("a", "b");
  graph.add("c", "b");
  const ranks = pageRank(graph);
  expect([...ranks.values()].reduce((sum, rank) => sum + rank)).toBeCloseTo(1);
  expect(ranks.get("b")!).toBeGreaterThan(2 * ranks.get("a")!);
  expect(pageRank(graph, (node) => (node === "a" ? 1 : 0)).get("c")).toBe(0);
});

test("the components of a repository form a tree", async () => {
  const { components } = await birds();
  const source = components.parts.find(({ name }) => name === "src")!.parts[0]!;
  const model = source.parts.find(({ name }) => name === "model.py")!;
  expect(model.parts.map(({ name }) => name)).toEqual(["Model"]);
  expect(model.parts[0]!.parts.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "method __init__",
    "method train_model",
    "method _one_epoch",
  ]);
});

test("a digest shows README, entry points and skeletons, and keeps within its tokens", async () => {
  const repository = await birds();
  const digest = digestRepository(repository, 2_000);
  for (const text of [
    "Recognises birds by their song.",
    "- train.py: started in the README",
    "class Model(Base)  # Recognises birds.",
    "def read_songs(folder, *, limit=None)",
    "uses packages: numpy",
  ]) {
    expect(digest).toContain(text);
  }
  for (const most of [100, 200, 400, 800, 1_600]) {
    expect(estimateTokens(digestRepository(repository, most))).toBeLessThanOrEqual(most);
  }
});

test("a digest carries no control characters of the repository", async () => {
  const evil = "\x1b]0;title\x07\x1b[31mred\u202e";
  const repository = await understandRepository(
    writeRepository({ "README.md": `# ${evil}`, "a.py": `def f():\n    """${evil} doc"""\n` }),
  );
  const digest = digestRepository(repository, 1_000);
  expect(digest).toContain("red doc");
  expect(digest).not.toMatch(/[\x00-\x08\x0b-\x1f\u202e]/);
});

test("the build ships the grammar, so that installing needs no compiler", () => {
  const from = createRequire(import.meta.url).resolve("tree-sitter-python/tree-sitter-python.wasm");
  const shipped = new URL("../../../dist/agents/python-grammar.wasm", import.meta.url);
  expect(readFileSync(shipped).equals(readFileSync(from))).toBe(true);
});
