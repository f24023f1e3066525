import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { writeZip } from "../../src/lib/archive/write-zip.ts";
import { walkFiles } from "../../src/lib/files/walk.ts";
import { md5 } from "../../src/lib/hashing.ts";
import { describeTree } from "./describe-tree.ts";
import { goldenPreparation } from "./golden-preparations.ts";

/** Writes an archive like Kaggle's of spaceship-titanic, with so many rows made from a seed. */
export async function writeSpaceshipArchive(path: string, rows: number, seed = 1): Promise<void> {
  const names = ["PassengerId", "HomePlanet", "CryoSleep", "Age", "Spa", "Transported"];
  const lines = [names.join(",")];
  for (let row = 0; row < rows; row += 1) {
    const value = (row * 7919 + seed * 104_729) % 10_007;
    const planet = ["Earth", "Mars", "Europa", ""][value % 4];
    const flag = value % 3 === 0 ? "True" : "False";
    lines.push(`${row}_${seed},${planet},${flag},${value % 80}.0,${value / 8},${value % 2 === 0 ? "True" : "False"}`);
  }
  await writeZip(path, [{ name: "train.csv", content: Buffer.from(`${lines.join("\n")}\n`) }]);
}

/** Every data file below `prepared/` with its md5, the manifest's list of them, and the manifest without it. */
export async function readPrepared(prepared: string) {
  const onDisk: Record<string, string> = {};
  for await (const { path, absolute } of walkFiles(prepared)) {
    if (path !== "manifest.json" && path !== "times.json") onDisk[path] = md5(readFileSync(absolute));
  }
  const { files, ...manifest } = JSON.parse(readFileSync(join(prepared, "manifest.json"), "utf8"));
  const listed = Object.fromEntries(
    Object.entries<{ md5: string }>(files).map(([path, { md5: hash }]) => [path, hash] as const),
  );
  return { onDisk, listed, manifest };
}

/** The prepared tree is what the reference wrote for the golden archive, apart from the description that is added. */
export async function expectGolden(id: string, prepared: string): Promise<void> {
  const expected = goldenPreparation(id);
  for (const part of ["public", "private"] as const) {
    const found = await describeTree(join(prepared, part), expected[part]);
    if (part === "public") {
      expect(found).toHaveProperty(["description.md"]);
      delete found["description.md"];
    }
    expect(found).toEqual(expected[part]);
  }
}
