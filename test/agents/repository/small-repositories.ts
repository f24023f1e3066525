import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** A function that writes repositories to fresh folders, which are removed after the tests of the file, and returns the folder. */
export function repositoryWriter(): (files: Readonly<Record<string, string | Buffer>>) => string {
  const place = temporaryDirectory();
  let count = 0;
  return (files) => {
    const folder = place(`repository-${count++}`);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  };
}

/** A notebook with one code cell per text. */
export function notebookOf(...cells: readonly string[]): string {
  const code = cells.map((source) => ({
    cell_type: "code",
    metadata: {},
    outputs: [],
    source: source.split(/(?<=\n)/),
  }));
  return JSON.stringify({ cells: [{ cell_type: "markdown", source: "# Title" }, ...code], nbformat: 4 });
}

/** A package in `src`, a script, tests, a notebook: everything that an ordinary repository has. */
export const birdFiles: Readonly<Record<string, string>> = {
  "README.md": "# birds\n\nRecognises birds by their song.\n\n```\npython train.py --epochs 3\n```\n",
  "pyproject.toml": '[project]\nname = "birds"\n\n[project.scripts]\nbirds = "birds.cli:main"\n',
  "train.py": `"""Trains the model."""
from birds import Model
from birds.data import loader as songs

EPOCHS = 3

def main():
    model = Model(songs.read_songs("data"))
    model.train_model(EPOCHS)

if __name__ == "__main__":
    main()
`,
  "src/birds/__init__.py": "from .model import Model\nfrom .data.loader import *\n",
  "src/birds/model.py": `"""The model."""
from .data.loader import read_songs
from .layers import Layer, Base
import numpy as np


class Model(Base):
    """Recognises birds.

    In three layers.
    """

    def __init__(self, songs, width: int = 8):
        super().__init__()
        self.layer = Layer(width)

    def train_model(self, epochs: int) -> float:
        """Trains for some epochs."""
        for _ in range(epochs):
            self._one_epoch()
        return self.report()

    def _one_epoch(self):
        def inner():
            return np.zeros(3)
        return inner()
`,
  "src/birds/layers.py": `from __future__ import annotations
from birds import model  # a cycle


class Base:
    def __init__(self):
        pass

    def report(self):
        return 0.5


class Layer(Base):
    @property
    def width(self):
        return self._width
`,
  "src/birds/data/__init__.py": "",
  "src/birds/data/loader.py": `def read_songs(
    folder,  # where they are
    *, limit=None,
):
    "Reads the songs of a folder."
    return list_songs(folder)


def list_songs(folder):
    return []
`,
  "src/birds/cli.py": "from birds.model import Model\n\ndef main():\n    Model([]).train_model(1)\n",
  "tests/test_model.py": "from birds import Model\n\ndef test_model():\n    assert Model([]).train_model(1) == 0.5\n",
  "explore.ipynb": notebookOf(
    "!pip install birds\nfrom birds import Model\n",
    "%%time\nslow()\n",
    "model = Model([])\nmodel.train_model(2)\n",
  ),
};
