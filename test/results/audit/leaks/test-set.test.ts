import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { QuickRandom } from "../../../../src/lib/random/quick-random.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { auditFiles } from "./audit-files.ts";
import { csv, type Files } from "./write-data.ts";

const place = temporaryDirectory();
let folders = 0;
const folder = (): string => {
  folders += 1;
  return place(String(folders));
};

interface Passenger {
  readonly id: string;
  readonly age: number;
  readonly transported: boolean;
}

function passengers(seed: number, count: number, prefix: string): Passenger[] {
  const random = new QuickRandom(seed);
  return Array.from({ length: count }, (_, row) => ({
    id: `${prefix}${String(row).padStart(4, "0")}_01`,
    age: Math.floor(random.next() * 80),
    transported: random.chance(0.5),
  }));
}

function titanic(test: readonly Passenger[], more: Files = {}): Files {
  const word = (value: boolean): string => (value ? "True" : "False");
  return {
    "public/train.csv": csv(
      "PassengerId,Age,Transported",
      passengers(0, 300, "1").map(({ id, age, transported }) => [id, age, word(transported)]),
    ),
    "public/test.csv": csv(
      "PassengerId,Age",
      test.map(({ id, age }) => [id, age]),
    ),
    "public/sample_submission.csv": csv(
      "PassengerId,Transported",
      test.map(({ id }) => [id, "False"]),
    ),
    "private/test.csv": csv(
      "PassengerId,Age,Transported",
      test.map(({ id, age, transported }) => [id, age, word(transported)]),
    ),
    ...more,
  };
}

const audit = (test: readonly Passenger[], more: Files = {}) =>
  auditFiles("spaceship-titanic", folder(), titanic(test, more));

describe("tables about the test set", () => {
  test("rows in the order of their answers are found", async () => {
    const sorted = passengers(1, 200, "0").toSorted((a, b) => Number(a.transported) - Number(b.transported));
    // Ids in random order: only the rows are sorted.
    const ids = passengers(1, 200, "0").map(({ id }) => id);
    const random = new QuickRandom(4);
    const shuffled = ids.map((id) => ({ id, at: random.next() })).toSorted((a, b) => a.at - b.at);
    const { findings } = await audit(sorted.map((each, row) => ({ ...each, id: shuffled[row]!.id })));
    expect(findings).toMatchObject([{ check: "telling-order", severity: "high", where: "public/test.csv" }]);
  });

  test("ids in the order of the answers are found", async () => {
    const rows = passengers(2, 200, "0").map((each, row) => ({
      ...each,
      id: `${each.transported ? 5 : 2}${row + 100}_01`,
    }));
    const { findings } = await audit(rows);
    expect(findings).toMatchObject([{ check: "telling-order", severity: "high", where: "the ids (PassengerId)" }]);
  });

  test("random rows, ids and columns are not reported", async () => {
    for (let seed = 10; seed < 30; seed += 1)
      expect((await audit(passengers(seed, 60 + seed, "0"))).findings).toEqual([]);
  });

  test("a table that repeats the target is found, however few rows there are", async () => {
    const test = passengers(3, 9, "0");
    const manifest = csv(
      "PassengerId,Transported",
      test.map(({ id, transported }) => [id, transported ? "True" : "False"]),
    );
    const { findings } = await audit(test, { "public/manifest.csv": manifest });
    expect(findings).toMatchObject([
      {
        check: "withheld-column",
        severity: "high",
        where: "public/manifest.csv: Transported",
        evidence: "100 % of its 9 cells are the answer.",
      },
    ]);
  });
});

/** Pictures of cats (0) and dogs (1). */
function pets(labels: readonly number[], sizeOf: (label: number) => number): Files {
  const ids = labels.map((_, row) => row + 1);
  return {
    ...Object.fromEntries(ids.map((id, row) => [`public/test/${id}.jpg`, Buffer.alloc(sizeOf(labels[row]!), id)])),
    "public/sample_submission.csv": csv(
      "id,label",
      ids.map((id) => [id, 0.5]),
    ),
    "private/answers.csv": csv(
      "id,label",
      ids.map((id, row) => [id, labels[row]!]),
    ),
  };
}

describe("files of the test set", () => {
  const random = new QuickRandom(8);
  const labels = Array.from({ length: 120 }, () => Number(random.chance(0.5)));
  const anySize = (): number => 100 + Math.floor(random.next() * 50);
  const id = "dogs-vs-cats-redux-kernels-edition";

  test("sizes that tell the answers are found", async () => {
    const { findings } = await auditFiles(
      id,
      folder(),
      pets(labels, (label) => anySize() + 60 * label),
    );
    expect(findings).toMatchObject([{ check: "telling-size", severity: "high" }]);
  });

  test("times that tell the answers are found", async () => {
    const { findings } = await auditFiles(id, folder(), pets(labels, anySize), (prepared) => {
      for (const [row, label] of labels.entries()) {
        utimesSync(
          join(prepared, "public", "test", `${row + 1}.jpg`),
          1.6e9,
          1.6e9 + 1000 * label + ((row * 37) % 500),
        );
      }
    });
    expect(findings).toMatchObject([{ check: "telling-time", severity: "high" }]);
  });

  test("sizes and times that do not are not reported", async () => {
    for (let round = 0; round < 5; round += 1) {
      expect((await auditFiles(id, folder(), pets(labels, anySize))).findings).toEqual([]);
    }
  });

  test("names that contain the answer are found", async () => {
    const species = ["Maize", "Fat Hen", "Sugar beet"];
    const rows = Array.from(
      { length: 60 },
      (_, row) => [`${species[row % 3]!.replaceAll(" ", "-")}_${row}.png`, species[row % 3]!] as const,
    );
    const { findings } = await auditFiles("plant-seedlings-classification", folder(), {
      ...Object.fromEntries(rows.map(([file], row) => [`public/test/${file}`, `picture ${row}`])),
      "public/sample_submission.csv": csv(
        "file,species",
        rows.map(([file]) => [file, "Sugar beet"]),
      ),
      "private/answers.csv": csv("file,species", rows),
    });
    const names = findings.filter(({ check }) => check === "telling-name");
    expect(names).toMatchObject([{ severity: "high", what: "Names of test files contain species." }]);
  });
});
