import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asFloats } from "../../../src/frame/as-floats.ts";
import { readCsv } from "../../../src/frame/read-csv.ts";
import { writeZip } from "../../../src/lib/archive/write-zip.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { accuracy, csv, jpegOf, logLoss, noise, pngOf, solveFolder, times, writeFiles } from "./small-competition.ts";

const place = temporaryDirectory();
const isRed = (row: number): boolean => noise(row) < 0.5;
const colorOf = (row: number) => (isRed(row) ? ([180, 60, 60] as const) : ([60, 180, 60] as const));
const [trainRows, testRows] = [90, 24];
const truth = times(testRows, (row) => isRed(1000 + row));
const trainImages = (folder: string): Record<string, Uint8Array> =>
  Object.fromEntries(times(trainRows, (row) => [`${folder}/a${row}.jpg`, jpegOf(colorOf(row), row)]));
const testImages = (folder: string): Record<string, Uint8Array> =>
  Object.fromEntries(times(testRows, (row) => [`${folder}/b${row}.jpg`, jpegOf(colorOf(1000 + row), 1000 + row)]));

test("JPEG images are learned from, and a damaged one gets the constant", async () => {
  const folder = place("jpeg", "public");
  writeFiles(folder, {
    ...trainImages("train"),
    ...testImages("test"),
    "test/b0.jpg": Buffer.from("not an image"),
    "train.csv": csv(
      "id,has_cactus",
      times(trainRows, (row) => [`a${row}.jpg`, isRed(row) ? 1 : 0]),
    ),
    "sample_submission.csv": csv(
      "id,has_cactus",
      times(testRows, (row) => [`b${row}.jpg`, 0.5]),
    ),
  });
  const { outcome, lines, submission } = await solveFolder(folder, "sample_submission.csv", ["has_cactus"]);
  expect(lines).toContain(`Features: 0 columns, ${trainRows + testRows - 1} of ${trainRows + testRows} images.`);
  expect(outcome).toBe("improved");
  expect(asFloats(submission.column("has_cactus"))[0]).toBeCloseTo(
    times(trainRows, isRed).filter(Boolean).length / trainRows,
    1,
  );
  expect(logLoss(submission, "has_cactus", truth)).toBeLessThan(0.3);
});

test("images and tables inside zip archives are read where they are", async () => {
  const folder = place("zipped", "public");
  const loose = place("zipped", "loose");
  writeFiles(loose, {
    ...trainImages("train"),
    ...testImages("test"),
    "train_labels.csv": csv(
      "name,invasive",
      times(trainRows, (row) => [`a${row}`, isRed(row) ? 1 : 0]),
    ),
    "sample_submission.csv": csv(
      "name,invasive",
      times(testRows, (row) => [`b${row}`, 0.5]),
    ),
  });
  mkdirSync(folder, { recursive: true });
  const pack = async (archive: string, names: readonly string[]): Promise<void> => {
    const sources = names.map((name) => ({ name, content: { file: join(loose, name) } }));
    await writeZip(join(folder, archive), sources);
  };
  await pack("train.zip", Object.keys(trainImages("train")));
  await pack("test.zip", Object.keys(testImages("test")));
  await pack("train_labels.csv.zip", ["train_labels.csv"]);
  await pack("sample_submission.csv.zip", ["sample_submission.csv"]);
  writeFiles(folder, { "damaged.zip": "PK\x03\x04 no archive" });
  const { outcome, submission } = await solveFolder(folder, "../loose/sample_submission.csv", ["invasive"]);
  expect(outcome).toBe("improved");
  expect(logLoss(submission, "invasive", truth)).toBeLessThan(0.3);
});

test("labels come from a table of labels beside a folder of images", async () => {
  const folder = place("labels", "public");
  writeFiles(folder, {
    ...trainImages("train"),
    ...testImages("test"),
    "labels.csv": csv(
      "id,breed",
      times(trainRows, (row) => [`a${row}`, isRed(row) ? "setter" : "beagle"]),
    ),
    "sample_submission.csv": csv(
      "id,beagle,setter",
      times(testRows, (row) => [`b${row}`, 0.5, 0.5]),
    ),
  });
  const { outcome, submission } = await solveFolder(folder, "sample_submission.csv", ["beagle", "setter"]);
  expect(outcome).toBe("improved");
  expect(logLoss(submission, "setter", truth)).toBeLessThan(0.3);
});

const half = (row: number) => (noise(row) < 0.5 ? "upper" : "lower");

test("labels come from the folders that images are in", async () => {
  const folder = place("folders", "public");
  const [upper, lower] = ["upper", "lower"].map((name) => times(200, (row) => row).filter((row) => half(row) === name));
  const rows = times(80, (index) => (index % 2 === 0 ? upper! : lower!)[index >> 1]!);
  writeFiles(folder, {
    // Names repeat from folder to folder.
    ...Object.fromEntries(
      rows.map((row, index) => [`train/${half(row)} half/${index >> 1}.png`, pngOf(half(row), row)]),
    ),
    ...Object.fromEntries(times(20, (row) => [`test/${row}.png`, pngOf(half(1000 + row), 1000 + row)])),
    "sample_submission.csv": csv(
      "file,species",
      times(20, (row) => [`${row}.png`, "upper half"]),
    ),
  });
  const { outcome, lines, submission } = await solveFolder(folder, "sample_submission.csv", ["species"]);
  const species = times(20, (row) => `${half(1000 + row)} half`);
  expect(lines.join("\n")).toContain("Learning from the folders of the training images");
  expect(outcome).toBe("improved");
  expect(accuracy(submission, "species", species)).toBeGreaterThan(0.9);
  expect(accuracy(submission, "species", species)).toBeGreaterThan(
    accuracy(readCsv(join(folder, "sample_submission.csv")), "species", species),
  );
});

test("categories come from COCO files", async () => {
  const folder = place("coco", "public");
  const image = (row: number) => ({ id: row, file_name: `${row}.png`, license: 1 });
  const trainFile = {
    images: times(80, image),
    annotations: times(80, (row) => ({ id: row, image_id: row, category_id: half(row) === "upper" ? 11 : 57 })),
    categories: [{ id: 11 }, { id: 57 }],
  };
  writeFiles(folder, {
    ...Object.fromEntries(times(80, (row) => [`train/${row}.png`, pngOf(half(row), row)])),
    ...Object.fromEntries(times(20, (row) => [`test/${row}.png`, pngOf(half(1000 + row), 1000 + row)])),
    "train2019.json": JSON.stringify(trainFile),
    "test2019.json": JSON.stringify({ images: times(20, image) }),
    "kaggle_sample_submission.csv": csv(
      "id,predicted",
      times(20, (row) => [row, 57]),
    ),
  });
  const { outcome, submission } = await solveFolder(folder, "kaggle_sample_submission.csv", ["predicted"]);
  expect(outcome).toBe("improved");
  const categories = times(20, (row) => (half(1000 + row) === "upper" ? "11" : "57"));
  expect(accuracy(submission, "predicted", categories)).toBeGreaterThan(0.9);
});
