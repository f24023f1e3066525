import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mostCharacters } from "../../../src/agents/repository/exploring/bounded.ts";
import { grepRepository } from "../../../src/agents/repository/exploring/grep.ts";
import { outlineModule } from "../../../src/agents/repository/exploring/outline.ts";
import { findReferences } from "../../../src/agents/repository/exploring/references.ts";
import { showSymbol } from "../../../src/agents/repository/exploring/show-symbol.ts";
import { showTree } from "../../../src/agents/repository/exploring/tree.ts";
import { understandRepository } from "../../../src/agents/repository/understanding/understand-repository.ts";
import { birdFiles, repositoryWriter } from "./small-repositories.ts";

const writeRepository = repositoryWriter();
const birds = await understandRepository(writeRepository(birdFiles));

test("tree shows folders and files down to a depth", () => {
  expect(showTree(birds, "src")).toBe(
    "birds/\n  data/\n    __init__.py\n    loader.py\n  __init__.py\n  cli.py\n  layers.py\n  model.py",
  );
  expect(showTree(birds, "", 1)).toContain("src/ (6 files)");
  expect(showTree(birds, "nowhere")).toBe("The repository has no files in the folder nowhere.");
});

test("grep finds text in any case, as it is written, in code cells too", () => {
  expect(grepRepository(birds, "three LAYERS")).toBe("src/birds/model.py:10: In three layers.");
  expect(grepRepository(birds, "range(epochs")).toContain("src/birds/model.py:19");
  expect(grepRepository(birds, "train_model(2)")).toBe("explore.ipynb:10: model.train_model(2)");
  expect(grepRepository(birds, "Model", "tests")).not.toContain("src/");
  expect(grepRepository(birds, "(((")).toBe('No line contains "(((".');
});

test("outline shows a module's signatures and neighbours", () => {
  const outline = outlineModule(birds, "model.py");
  expect(outline).toContain("def train_model(self, epochs: int) -> float  # Trains for some epochs.");
  expect(outline).toContain("Uses: src/birds/data/loader.py, src/birds/layers.py");
  expect(outlineModule(birds, "birds.data.loader")).toContain("def list_songs(folder)");
  expect(outlineModule(birds, "__init__.py")).toContain("can mean:\n- src/birds/__init__.py");
  expect(outlineModule(birds, "src/birds/modle.py")).toContain("Did you mean `src/birds/model.py`");
});

test("show prints a symbol's source with line numbers, and what it calls", () => {
  const text = showSymbol(birds, "Model.train_model");
  expect(text).toContain('18          """Trains for some epochs."""');
  expect(text).toContain("calls: src/birds/model.py:Model._one_epoch, src/birds/layers.py:Base.report");
  expect(text).toContain("used by: explore.ipynb, train.py:main");
  expect(showSymbol(birds, "main")).toBe(
    "main can mean 2 symbols. Choose one of:\n- train.py:main\n- src/birds/cli.py:main",
  );
  expect(showSymbol(birds, "cli.main")).toContain("src/birds/cli.py:main");
  expect(showSymbol(birds, "Modell")).toBe("The repository has no class or function Modell. Did you mean `Model`?");
});

test("references show who calls, inherits or imports", () => {
  expect(findReferences(birds, "Base")).toContain("src/birds/model.py:7 (in Model): class Model(Base):");
  expect(findReferences(birds, "read_songs")).toContain(
    'train.py:8 (in main): model = Model(songs.read_songs("data"))',
  );
  expect(findReferences(birds, "cli.main")).toContain("No use of src/birds/cli.py:main was found.");
  expect(findReferences(birds, "loader.py")).toContain("- src/birds/model.py");
});

test("answers are bounded, and free of control characters", async () => {
  const body = Array.from({ length: 5_000 }, (_, n) => `    value_${n} = call(${n})  # \x1b[31mneedle`).join("\n");
  const folder = writeRepository({
    "long.py": `def long():\n${body}\n`,
    ...Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`files/n${n % 50}/m${n}.py`, "def same(): pass\n"])),
  });
  const repository = await understandRepository(folder);
  const answers = [
    showTree(repository),
    grepRepository(repository, "needle"),
    grepRepository(repository, "same"),
    showSymbol(repository, "long"),
    showSymbol(repository, "same"),
    outlineModule(repository, "long.py"),
  ];
  for (const answer of answers) {
    expect(answer.length).toBeLessThan(mostCharacters + 200);
    expect(answer).not.toContain("\x1b");
  }
  expect(grepRepository(repository, "needle")).toContain("long.py: 4980 more lines");
  expect(showSymbol(repository, "long")).toContain("Show its methods one by one.");
});

test("a file that is gone is reported", async () => {
  const folder = writeRepository({ "a.py": "def f(): pass\n" });
  const repository = await understandRepository(folder);
  rmSync(join(folder, "a.py"));
  expect(showSymbol(repository, "f")).toBe("a.py cannot be read any more.");
});
