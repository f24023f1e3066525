import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { QuickRandom } from "../../../../src/lib/random/quick-random.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { auditFiles } from "./audit-files.ts";
import { jpegWithDescription, type Paint, paintJpeg, paintPng } from "./small-images.ts";
import { csv, type Files } from "./write-data.ts";

const place = temporaryDirectory();
let folders = 0;
const folder = (): string => {
  folders += 1;
  return place(String(folders));
};

/** Texts of three authors; `repeated` of the test texts are those of training rows. */
function texts(repeated: number, authorOf: (author: string) => string): Files {
  const random = new QuickRandom(3);
  const authors = ["EAP", "HPL", "MWS"];
  const write = (count: number, first: number) =>
    Array.from({ length: count }, (_, row) => ({
      id: `id${first + row}`,
      text: Array.from({ length: 12 }, () => `w${Math.floor(random.next() * 5000)}`).join(" "),
      author: authors[Math.floor(random.next() * 3)]!,
    }));
  const train = write(300, 0);
  const test = write(100, 1000).map((each, row) =>
    row < repeated ? { ...each, text: train[row]!.text, author: authorOf(train[row]!.author) } : each,
  );
  const oneHot = (author: string): number[] => authors.map((each) => Number(each === author));
  return {
    "public/train.csv": csv(
      "id,text,author",
      train.map(({ id, text, author }) => [id, text, author]),
    ),
    "public/test.csv": csv(
      "id,text",
      test.map(({ id, text }) => [id, text]),
    ),
    "public/sample_submission.csv": csv(
      "id,EAP,HPL,MWS",
      test.map(({ id }) => [id, 0.4, 0.3, 0.3]),
    ),
    "private/test.csv": csv(
      "id,EAP,HPL,MWS",
      test.map(({ id, author }) => [id, ...oneHot(author)]),
    ),
  };
}

describe("rows", () => {
  const audit = (files: Files) => auditFiles("spooky-author-identification", folder(), files);

  test("that are in the training data with the same answer are found", async () => {
    const { findings } = await audit(texts(20, (author) => author));
    expect(findings).toMatchObject([{ check: "duplicate-rows", severity: "high" }]);
    expect(findings[0]!.evidence).toMatch(/^20 of 100 \(20 %\)\. 20 of 20 have the answer of the test set/);
  });

  test("that are there with other answers matter less", async () => {
    const { findings } = await audit(texts(20, (author) => (author === "EAP" ? "HPL" : "EAP")));
    expect(findings).toMatchObject([{ check: "duplicate-rows", severity: "low" }]);
    expect((await audit(texts(3, (author) => (author === "EAP" ? "HPL" : "EAP")))).findings).toEqual([]);
  });

  test("that are new are not reported", async () => {
    expect((await audit(texts(0, (author) => author))).findings).toEqual([]);
  });

  test("that coincide because they hold little are not reported", async () => {
    const random = new QuickRandom(5);
    const person = (row: number) =>
      [`${row}_01`, Math.floor(random.next() * 4), random.chance(0.5) ? "True" : "False"] as const;
    const [train, test] = [500, 200].map((count, part) =>
      Array.from({ length: count }, (_, row) => person(row + part * 5000)),
    );
    const { findings } = await auditFiles("spaceship-titanic", folder(), {
      "public/train.csv": csv("PassengerId,Age,Transported", train!),
      "public/test.csv": csv(
        "PassengerId,Age",
        test!.map(([id, age]) => [id, age]),
      ),
      "public/sample_submission.csv": csv(
        "PassengerId,Transported",
        test!.map(([id]) => [id, "False"]),
      ),
      "private/test.csv": csv("PassengerId,Age,Transported", test!),
    });
    expect(findings).toEqual([]);
  });
});

/** A soft picture with a few random blobs. */
function blobs(seed: number): Paint {
  const random = new QuickRandom(seed);
  const centers = Array.from({ length: 9 }, () => [random.next(), random.next(), random.next() * 180 - 60] as const);
  return (x, y) =>
    90 + centers.reduce((sum, [a, b, height]) => sum + height * Math.exp(-((x - a) ** 2 + (y - b) ** 2) * 40), 0);
}

/** Pictures with and without a cactus; of the first ones, `copy` makes the test image from a training image. */
function pictures(copies: number, copy: (seed: number) => Buffer): Files {
  const count = 40;
  const labels = Array.from({ length: count }, (_, row) => Number(new QuickRandom(row).chance(0.5)));
  const name = (part: string, row: number): string => `${part}${String(row).padStart(3, "0")}`;
  const files = Object.fromEntries([
    ...labels.map((_, row) => [`public/train/${name("a", row)}.jpg`, paintPng(blobs(row), 48)] as const),
    ...labels.map(
      (_, row) =>
        [`public/test/${name("b", row)}.jpg`, row < copies ? copy(row) : paintPng(blobs(row + 500), 48)] as const,
    ),
  ]);
  const listed = Object.entries(files).map(([path, bytes]) => {
    const md5 = createHash("md5").update(bytes).digest("hex");
    return `    "${path}": {"bytes":${bytes.length},"md5":"${md5}"}`;
  });
  return {
    ...files,
    "manifest.json": `{\n  "manifest": 1,\n  "files": {\n${listed.join(",\n")}\n  }\n}\n`,
    "public/train_labels.csv": csv(
      "id,label",
      labels.map((label, row) => [name("a", row), label]),
    ),
    "public/sample_submission.csv": csv(
      "id,label",
      labels.map((_, row) => [name("b", row), 0]),
    ),
    "private/answers.csv": csv(
      "id,label",
      labels.map((label, row) => [name("b", row), label]),
    ),
  };
}

describe("images", () => {
  const audit = (files: Files) => auditFiles("histopathologic-cancer-detection", folder(), files);

  test("that are in the training data to the byte are found, with their labels", async () => {
    const { findings, examined } = await audit(pictures(20, (seed) => paintPng(blobs(seed), 48)));
    expect(findings).toMatchObject([{ check: "duplicate-files", severity: "high" }]);
    expect(findings[0]!.evidence).toMatch(/^20 of 40 \(50 %\)\. 20 of 20 have the answer/);
    expect(examined!.images).toBe(80);
  });

  test("that show the same in another size, quality and brightness are found", async () => {
    const brighter =
      (seed: number): Paint =>
      (x, y) =>
        20 + 0.9 * blobs(seed)(x, y);
    const { findings } = await audit(pictures(20, (seed) => paintJpeg(brighter(seed), 96, 60)));
    expect(findings).toMatchObject([{ check: "duplicate-images", severity: "high" }]);
    expect(findings[0]!.where).toBe("public/test/b000.jpg ≈ public/train/a000.jpg");
  });

  test("that are different, or flat, are not reported", async () => {
    expect((await audit(pictures(0, () => Buffer.alloc(0)))).findings).toEqual([]);
    const flat = await audit(pictures(20, (seed) => paintPng(() => 100 + (seed % 5), 48)));
    expect(flat.findings).toEqual([]);
  });

  test("whose metadata tells the answer are found", async () => {
    const labels = Array.from({ length: 60 }, (_, row) => Number(new QuickRandom(row).chance(0.5)));
    const { findings } = await audit({
      ...Object.fromEntries(
        labels.map((label, row) => [
          `public/test/b${row}.jpg`,
          jpegWithDescription(label === 1 ? "malignant" : "benign"),
        ]),
      ),
      "public/sample_submission.csv": csv(
        "id,label",
        labels.map((_, row) => [`b${row}`, 0]),
      ),
      "private/answers.csv": csv(
        "id,label",
        labels.map((label, row) => [`b${row}`, label]),
      ),
    });
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: "telling-metadata",
        where: "the metadata of the test images: ImageDescription",
      }),
    );
  });
});
