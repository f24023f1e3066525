import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { gradeSubmission } from "../../src/grade/grade-submission.ts";
import { validateSubmission } from "../../src/grade/validate-submission.ts";
import { goldenGrades } from "../support/golden-grades.ts";
import { randomSource } from "../support/random-source.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

// One competition of probabilities and one of free text, whose grader looks at every character.
const ids = ["aerial-cactus-identification", "bms-molecular-translation"] as const;
const place = temporaryDirectory();
const answers = (id: string): string => place(`${id}-answers.csv`);
const headers: Record<string, string> = {
  "aerial-cactus-identification": "id,has_cactus",
  "bms-molecular-translation": "image_id,InChI",
};

/** A file of `bytes` bytes that repeats a text, written in pieces. */
function writeRepeated(path: string, start: string, piece: string, bytes: number, end = ""): void {
  const file = openSync(path, "w");
  const block = Buffer.from(piece.repeat(Math.ceil(2 ** 24 / piece.length)));
  writeSync(file, start);
  for (let left = bytes; left > 0; left -= block.length) writeSync(file, block, 0, Math.min(left, block.length));
  writeSync(file, end);
  closeSync(file);
}

/** A file of `bytes` bytes whose unwritten rest is zeros that take no room on the disk. */
function writeSparse(path: string, start: string, bytes: number): void {
  writeFileSync(path, start);
  truncateSync(path, bytes);
}

const megabyte = 1_000_000;
const random = randomSource(1);
const randomBytes = Buffer.from(Array.from({ length: 300_000 }, () => random.below(256)));

type Make = (path: string, header: string) => unknown;

/** How bad files are made that cost nothing, given the path and the header a good one has. */
const small: Record<string, Make> = {
  "random bytes": (path) => writeFileSync(path, randomBytes),
  "random bytes after a good header": (path, header) =>
    writeFileSync(path, `${header}\n${randomBytes.toString("latin1")}`),
  "a compressed file": (path) => writeFileSync(path, gzipSync(randomBytes)),
  "an image": (path) => writeFileSync(path, Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes])),
  "an empty file": (path) => writeFileSync(path, ""),
  "one NUL": (path) => writeFileSync(path, "\0"),
  "NULs in every cell": (path, header) => writeFileSync(path, `${header}\n${"\0a,\0b\n".repeat(1000)}`),
  "more bytes than are ever read": (path, header) => writeSparse(path, `${header}\n`, 5_000 * megabyte),
  "a million columns": (path) => writeRepeated(path, "", "column,", 7 * megabyte, "x\n1\n"),
  "a number of a million digits": (path, header) => writeFileSync(path, `${header}\n1,${"7".repeat(megabyte)}\n`),
  "an exponent of a million digits": (path, header) => writeFileSync(path, `${header}\n1,1e${"9".repeat(megabyte)}\n`),
  "a line of 5 MB": (path, header) => writeRepeated(path, `${header}\n`, "a,b", 5 * megabyte),
  "wrong UTF-8": (path, header) => writeFileSync(path, Buffer.from(`${header}\ncaf\xe9,1\n`, "latin1")),
  "UTF-16": (path, header) => writeFileSync(path, Buffer.from(`\ufeff${header}\n1,2\n`, "utf16le")),
  "a directory": (path) => mkdirSync(path),
  "a symbolic link to itself": (path) => symlinkSync(path, path),
  "a symbolic link to nothing": (path) => symlinkSync(`${path}.gone`, path),
  "a named pipe": (path) => execFileSync("mkfifo", [path]),
  "a device that never ends": (path) => symlinkSync("/dev/zero", path),
  "no file": () => {},
};

/** Large files: the command must not need more than the given MiB, whatever they hold. */
const large: [name: string, mebibytes: number, make: Make][] = [
  ["1.9 GB of NULs", 300, (path) => writeSparse(path, "", 1_900 * megabyte)],
  ["a good header and 1.9 GB of NULs", 300, (path, header) => writeSparse(path, `${header}\n`, 1_900 * megabyte)],
  ["300 MB of commas", 120, (path) => writeRepeated(path, "", ",", 300 * megabyte)],
  ["a good header and commas", 120, (path, header) => writeRepeated(path, `${header}\n`, ",", 30 * megabyte)],
  ["rows of commas", 300, (path, header) => writeRepeated(path, `${header}\n`, ",\n", 100 * megabyte)],
  ["line ends", 120, (path) => writeRepeated(path, "", "\n", 50 * megabyte)],
  ["quotes", 300, (path, header) => writeRepeated(path, `${header}\n`, '"', 50 * megabyte)],
  ["one cell of 100 MB", 300, (path, header) => writeRepeated(path, `${header}\n`, "a", 100 * megabyte, ",1\n")],
  ["a cell of words", 300, (path, header) => writeRepeated(path, `${header}\na,`, "word ", 100 * megabyte, "\n")],
  ["a name of 100 MB", 300, (path) => writeRepeated(path, "", "a", 100 * megabyte, ",b\n1,2\n")],
  ["a quoted cell", 300, (path, header) => writeRepeated(path, `${header}\n"`, 'a""\n,', 100 * megabyte, '",1\n')],
  ["a quote never closed", 300, (path, header) => writeRepeated(path, `${header}\n1,"`, "a,b\n", 200 * megabyte)],
  ["ten million rows", 300, (path, header) => writeRepeated(path, `${header}\n`, "1,2\n", 40 * megabyte)],
];

/** A reason that helps: some words, no stack trace, not a page long. */
function expectReason(reason: string | undefined): void {
  expect(reason).toBeDefined();
  expect(reason!.length).toBeGreaterThanOrEqual(10);
  expect(reason!.length).toBeLessThan(1000);
  expect(reason).not.toMatch(/\n\s+at |node:internal|undefined|\[object/);
}

beforeAll(() => {
  for (const id of ids) writeFileSync(answers(id), goldenGrades(id).answers.bytes);
});

async function gradeByCommand(path: string, id: string) {
  const result = await runCli(["grade-sample", path, id, "--answers", answers(id), "--json"]);
  expect({ ...result, stdout: "", peakMebibytes: 0 }).toMatchObject({ exitCode: 3, stderr: "" });
  const report = JSON.parse(result.stdout);
  expect([report.score, report.valid_submission]).toEqual([null, false]);
  expect(report.extra.failure.kind, report.extra.failure.reason).toMatch(/^(invalid|unreadable)$/);
  expectReason(report.extra.failure.reason);
  return result;
}

describe("whatever the file is, there is a reason and no score", () => {
  test.each(Object.keys(small))("%s", async (name) => {
    for (const id of ids) {
      const path = place("small", `${id}.csv`);
      mkdirSync(place("small"));
      small[name]!(path, headers[id]!);
      const competition = await getCompetition(id);
      const report = gradeSubmission(competition, { submissionPath: path, answers: answers(id) });
      expect([report.score, report.valid_submission]).toEqual([null, false]);
      expect(report.extra.failure!.kind, report.extra.failure!.reason).toMatch(/^(invalid|unreadable)$/);
      expectReason(report.extra.failure!.reason);

      const validation = validateSubmission(competition, path, { answersPath: answers(id) });
      expect(validation).toEqual({ valid: false, reason: report.extra.failure!.reason });
      if (id === ids[0]) await gradeByCommand(path, id);
      rmSync(place("small"), { recursive: true });
    }
  });

  test.each(large)("%s, within %i MiB", async (_, mebibytes, make) => {
    const path = place("large.csv");
    make(path, headers[ids[1]]!);
    const { peakMebibytes } = await gradeByCommand(path, ids[1]);
    expect(peakMebibytes).toBeLessThan(mebibytes);
    rmSync(path);
  });
});

test("a socket is no submission", async () => {
  const path = place("socket.csv");
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once("listening", resolve));
  const report = gradeSubmission(await getCompetition(ids[0]), { submissionPath: path, answers: answers(ids[0]) });
  server.close();
  expectReason(report.extra.failure?.reason);
});

test("a name that no file can have is no submission", async () => {
  const competition = await getCompetition(ids[0]);
  for (const submissionPath of ["", "a\0b.csv", `${"x".repeat(5000)}.csv`, place("submission.txt")]) {
    const report = gradeSubmission(competition, { submissionPath, answers: answers(ids[0]) });
    expect([report.submission_exists, report.score]).toEqual([false, null]);
    expectReason(report.extra.failure?.reason.replace(submissionPath, "the file"));
  }
  const below = place(`${ids[0]}-answers.csv`, "submission.csv");
  const report = gradeSubmission(competition, { submissionPath: below, answers: answers(ids[0]) });
  expect(report.extra.failure?.reason).toContain("not a directory");
});

describe("a file without permission to read it", () => {
  const isRoot = process.getuid?.() === 0;

  test("in this process", async ({ skip }) => {
    skip(isRoot, "root may read every file");
    const path = place("secret.csv");
    writeFileSync(path, "id,has_cactus\n");
    chmodSync(path, 0);
    const report = gradeSubmission(await getCompetition(ids[0]), { submissionPath: path, answers: answers(ids[0]) });
    expect(report.extra.failure?.reason).toContain("no permission to read it");
  });

  test("as another user", async ({ skip }) => {
    skip(!isRoot, "only root can run a command as another user");
    const nobody = 65_534;
    const { exitCode } = await runCli(["--version"], { user: nobody });
    if (exitCode !== 0) skip("another user cannot read the project");
    const folder = place("secrets");
    mkdirSync(folder);
    chmodSync(place(), 0o755);
    writeFileSync(place("secret.csv"), "id,has_cactus\n");
    chmodSync(place("secret.csv"), 0o600);
    writeFileSync(place("secrets", "submission.csv"), "id,has_cactus\n");
    chmodSync(folder, 0);
    for (const path of [place("secret.csv"), place("secrets", "submission.csv")]) {
      const { stdout, ...rest } = await runCli(["grade-sample", path, ids[0], "--answers", answers(ids[0]), "--json"], {
        user: nobody,
      });
      expect(rest).toMatchObject({ exitCode: 3, stderr: "" });
      expect(JSON.parse(stdout).extra.failure.reason).toContain("no permission to read it");
    }
  });
});
