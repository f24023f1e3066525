import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { extractArchive } from "../../src/lib/archive/extract-archive.ts";
import { md5 } from "../../src/lib/hashing.ts";
import { rawZip } from "../lib/archive/raw-zip.ts";
import { goldenArchive, goldenPreparationIds } from "../support/golden-preparations.ts";
import { offline } from "../support/offline.ts";
import { expectGolden, readPrepared, writeSpaceshipArchive } from "../support/prepared-data.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const prepare = (...parameters: string[]) => runCli(["prepare", ...parameters], { environment: offline });

await writeSpaceshipArchive(place("spaceship-titanic.zip"), 300);

describe("prepare", () => {
  test("makes of golden archives what the reference made of them, several at once, and reports on each", async () => {
    const ids = [
      "aptos2019-blindness-detection",
      "cdiscount-image-classification-challenge",
      "invasive-species-monitoring",
      "movie-review-sentiment-analysis-kernels-only",
      "spooky-author-identification",
      "the-icml-2013-whale-challenge-right-whale-redux",
    ].filter((id) => goldenPreparationIds().includes(id));
    for (const id of ids) {
      mkdirSync(place("archives"), { recursive: true });
      copyFileSync(goldenArchive(id), place("archives", `${id}.zip`));
    }
    const data = ["--data-dir", place("golden")];
    const source = ["--from-zip", place("archives"), "--skip-verification"];
    const result = await prepare("-c", ...ids, ...source, ...data, "--jobs", "2", "--json");
    expect(result.stderr).not.toContain("failed");
    expect(result.exitCode).toBe(0);
    const report: { competition_id: string; outcome: string; prepared: string }[] = JSON.parse(result.stdout);
    expect(report.map(({ competition_id, outcome }) => [competition_id, outcome])).toEqual(
      ids.map((id) => [id, "prepared"]),
    );
    for (const { competition_id, prepared } of report) await expectGolden(competition_id, prepared);

    const again = await prepare("-c", ...ids, ...source, ...data, "--json");
    expect(JSON.parse(again.stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      ids.map(() => "already-prepared"),
    );
  });

  test("one failure does not stop the others", async () => {
    mkdirSync(place("mixed"));
    copyFileSync(goldenArchive("spaceship-titanic"), place("mixed", "spaceship-titanic.zip"));
    writeFileSync(place("mixed", "leaf-classification.zip"), "this is no archive");
    const ids = ["leaf-classification", "spaceship-titanic", "spooky-author-identification"];
    const source = ["--from-zip", place("mixed"), "--skip-verification", "--data-dir", place("mixed-data")];
    const { exitCode, stdout, stderr } = await prepare("-c", ...ids, ...source);
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/leaf-classification +failed/);
    expect(stdout).toMatch(/spaceship-titanic +prepared/);
    expect(stdout).toContain("1 prepared, 0 already prepared, 2 failed");
    expect(stderr).toContain("is not a zip, 7z, tar or tar.gz archive");
    expect(stderr).toContain(`There is no archive ${place("mixed", "spooky-author-identification.zip")}`);
    expect(readdirSync(place("mixed-data"))).toEqual(["spaceship-titanic"]);
  });

  test("names the archive, expected and found, when its checksum is another, and how to go on", async () => {
    const archive = place("spaceship-titanic.zip");
    const { exitCode, stderr } = await prepare(
      "-c",
      "spaceship-titanic",
      "--from-zip",
      archive,
      "--data-dir",
      place("md5"),
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      `archive ${archive}: expected md5 67c177886736583aff9b947e121395a9, found ${md5(readFileSync(archive))}.`,
    );
    expect(stderr).toContain("--skip-verification archive");
    expect(readdirSync(place("md5"))).toEqual([]);
  });

  test("names every table that is not the reference's when only the archive is let pass", async () => {
    const source = ["--from-zip", place("spaceship-titanic.zip"), "--skip-verification", "archive"];
    const { exitCode, stderr } = await prepare("-c", "spaceship-titanic", ...source, "--data-dir", place("tables"));
    expect(exitCode).toBe(3);
    for (const table of ["public/train.csv", "public/test.csv", "public/sample_submission.csv", "private/test.csv"]) {
      expect(stderr).toMatch(new RegExp(`prepared table ${table}: expected md5 \\w{32}, found \\w{32}\\.`));
    }
  });

  test("refuses an archive with a climbing entry, and leaves nothing", async () => {
    writeFileSync(place("hostile.zip"), rawZip([{ name: "../../escaped.txt", content: "out" }]));
    const source = ["--from-zip", place("hostile.zip"), "--skip-verification", "--data-dir", place("hostile-data")];
    const { exitCode, stderr } = await prepare("-c", "spaceship-titanic", ...source);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("../../escaped.txt");
    expect(readdirSync(place("hostile-data"))).toEqual([]);
    expect(existsSync(place("escaped.txt"))).toBe(false);
  });

  test("takes an extracted archive, and leaves it as it is", async () => {
    await extractArchive(place("spaceship-titanic.zip"), place("raw"));
    const before = readFileSync(place("raw", "train.csv"));
    const source = ["--from-raw", place("raw"), "--skip-verification", "--data-dir", place("from-raw")];
    expect((await prepare("-c", "spaceship-titanic", ...source)).exitCode).toBe(0);
    expect(readFileSync(place("raw", "train.csv")).equals(before)).toBe(true);
    const { onDisk, listed } = await readPrepared(place("from-raw", "spaceship-titanic", "prepared"));
    expect(listed).toEqual(onDisk);
  });

  test("takes a folder with one extracted archive per competition", async () => {
    const ids = ["spaceship-titanic", "leaf-classification"];
    for (const id of ids) await extractArchive(goldenArchive(id), place("raws", id));
    const data = ["--data-dir", place("from-raws"), "--skip-verification"];
    expect((await prepare("-c", ...ids, "--from-raw", place("raws"), ...data)).exitCode).toBe(0);
    for (const id of ids) await expectGolden(id, place("from-raws", id, "prepared"));
    const { exitCode, stderr } = await prepare(
      "-c",
      ...ids,
      "nomad2018-predict-transparent-conductors",
      "--from-raw",
      place("raws"),
      ...data,
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`in ${place("raws", "nomad2018-predict-transparent-conductors")}.`);
  });

  test("reports a folder that cannot be written, without a stack", async () => {
    writeFileSync(place("a file"), "");
    const source = ["--from-zip", place("spaceship-titanic.zip"), "--skip-verification"];
    const { exitCode, stderr } = await prepare(
      "-c",
      "spaceship-titanic",
      ...source,
      "--data-dir",
      place("a file", "data"),
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain("part of this path is a file, not a folder");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("--verify-data compares prepared files with their checksums", async () => {
    const data = ["--data-dir", place("verified")];
    const source = ["--from-zip", place("spaceship-titanic.zip"), "--skip-verification"];
    await prepare("-c", "spaceship-titanic", ...source, ...data);
    expect((await prepare("-c", "spaceship-titanic", ...data, "--verify-data")).exitCode).toBe(0);
    appendFileSync(place("verified", "spaceship-titanic", "prepared", "private", "test.csv"), "x,True\n");
    const { exitCode, stderr } = await prepare("-c", "spaceship-titanic", ...data, "--verify-data");
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/private\/test\.csv: found \d+ bytes, expected \d+/);
    expect(stderr).toContain(`mlebench prepare -c spaceship-titanic --data-dir ${place("verified")} --force`);
  });

  test("--dry-run says what it would download and how much disk that takes, and does nothing", async () => {
    const data = ["--data-dir", place("dry")];
    const ids = ["-c", "leaf-classification", "spaceship-titanic"];
    const { exitCode, stdout } = await prepare(...ids, ...data, "--dry-run", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      competitions: [
        { competition_id: "leaf-classification", state: "absent", download_bytes: 36e6, disk_bytes: 108e6 },
        { competition_id: "spaceship-titanic", state: "absent", download_bytes: null, disk_bytes: null },
      ],
      download_bytes: 36e6,
      free_bytes: expect.any(Number),
      fits: true,
    });
    expect(existsSync(place("dry"))).toBe(false);
    const text = await prepare(...ids, ...data, "--dry-run", "--from-zip", place("nowhere"));
    expect(text.exitCode).toBe(2);
    const table = await prepare("--lite", ...data, "--dry-run");
    expect(table.stdout).toContain("To download: ");
    expect(table.stdout).toMatch(/free in .*dry: \d/);
  });

  test.each([
    [[], "Select competitions"],
    [["-c", "spaceship-titanic", "--lite"], "only one of"],
    [["-c", "spaceship-titanik"], "Did you mean"],
    [["--split", "nonsense"], "There is no split"],
    [["--list", "nowhere.txt"], "cannot be read"],
    [["-c", "spaceship-titanic", "--skip-verification", "some"], "--skip-verification: Expected"],
    [["-c", "spaceship-titanic", "--from-zip", "nowhere.zip"], "There is no file or folder nowhere.zip"],
    [["--lite", "--from-zip", "package.json"], "archive of one competition"],
  ])("%j is wrong usage", async (parameters, message) => {
    const { exitCode, stderr } = await prepare(...parameters, "--data-dir", place("usage"));
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(existsSync(place("usage"))).toBe(false);
  });

  test("reads ids from a list", async () => {
    writeFileSync(place("list.txt"), "# mine\nspaceship-titanic\n\nleaf-classification\r\nspaceship-titanic\n");
    const { stdout } = await prepare("--list", place("list.txt"), "--dry-run", "--json", "--data-dir", place("listed"));
    expect(JSON.parse(stdout).competitions.map((each: { competition_id: string }) => each.competition_id)).toEqual([
      "spaceship-titanic",
      "leaf-classification",
    ]);
  });

  test("places media by hard links, so that they take no second copy", async () => {
    const id = "petfinder-pawpularity-score";
    const source = ["--from-zip", goldenArchive(id), "--skip-verification", "--data-dir", place("links")];
    expect((await prepare("-c", id, ...source, "--keep-raw")).exitCode).toBe(0);
    const [image] = readdirSync(place("links", id, "prepared", "public", "train"));
    expect(statSync(place("links", id, "prepared", "public", "train", image!)).nlink).toBe(2);
    expect(existsSync(place("links", id, "raw", "train", image!))).toBe(true);
  });
});
