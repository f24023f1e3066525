import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ArchiveError } from "../../../src/lib/archive/archive-error.ts";
import { extractSevenZip } from "../../../src/lib/archive/extract-seven-zip.ts";
import { listSevenZip } from "../../../src/lib/archive/list-seven-zip.ts";
import { findSevenZip, runSevenZip, wasmSevenZip } from "../../../src/lib/archive/seven-zip-program.ts";
import { writeSevenZip } from "../../../src/lib/archive/write-seven-zip.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { namesIn, readTree } from "./tree.ts";

const place = temporaryDirectory();
const programs = [wasmSevenZip(), findSevenZip()].filter((program, i) => i === 0 || program.kind === "system");

beforeAll(() => {
  mkdirSync(place("tree", "sub", "empty"), { recursive: true });
  writeFileSync(place("tree", "sub", "größe 😀.csv"), "a,b\n1,2\n".repeat(1000));
  writeFileSync(place("tree", "zero"), "");
  writeFileSync(place("tree", "a.txt"), "text");
});

describe.each(programs)("7-Zip ($kind)", (program) => {
  let count = 0;

  /** Makes an archive in a separate folder by running 7-Zip in the tree. */
  async function make(...commands: string[][]): Promise<{ folder: string; archive: string }> {
    const folder = place(`${program.kind}-${++count}`);
    mkdirSync(folder);
    const archive = path.join(folder, "archive.7z");
    for (const [command, ...rest] of commands) {
      const name = path.relative(place("tree"), archive);
      const result = await runSevenZip(program, [command!, name, ...rest], { cwd: place("tree") });
      expect(result.errors).toBe("");
    }
    return { folder, archive };
  }

  async function refusal(
    { folder, archive }: { folder: string; archive: string },
    options = {},
  ): Promise<ArchiveError> {
    const error = await extractSevenZip(archive, path.join(folder, "out"), { program, ...options }).then(
      () => null,
      (caught) => caught,
    );
    expect(error).toBeInstanceOf(ArchiveError);
    expect(namesIn(folder)).toEqual([path.basename(archive)]);
    return error;
  }

  test("yields the tree that was written", async () => {
    const archive = place(`${program.kind}.7z`);
    await writeSevenZip(archive, place("tree"), { program });
    const listed = await listSevenZip(archive, { program });
    expect(listed.map(({ name, type, size }) => `${type} ${name} ${size}`).sort()).toEqual([
      "directory sub 0",
      "directory sub/empty 0",
      "file a.txt 4",
      "file sub/größe 😀.csv 8000",
      "file zero 0",
    ]);
    const seen: { bytes: number }[] = [];
    const onProgress = (progress: { bytes: number }) => seen.push(progress);
    await extractSevenZip(archive, place(`${program.kind}-out`), { program, onProgress });
    expect(await readTree(place(`${program.kind}-out`))).toEqual(await readTree(place("tree")));
    expect(seen.at(-1)).toEqual({ entries: 5, totalEntries: 5, bytes: 8004, totalBytes: 8004 });
  });

  test("finds the directories of an archive that stores no attributes", async () => {
    const { folder, archive } = await make(["a", "-mtr-", "-r", "."]);
    expect(await listSevenZip(archive, { program })).toContainEqual(
      expect.objectContaining({ name: "sub", type: "directory" }),
    );
    await extractSevenZip(archive, path.join(folder, "out"), { program });
    expect(await readTree(path.join(folder, "out"))).toEqual(await readTree(place("tree")));
  });

  test("refuses absolute, foreign and outside names before extracting", async () => {
    for (const name of ["../evil.txt", "/evil.txt", "sub/../../evil.txt"]) {
      const made = await make(["a", "zero"], ["rn", "zero", name]);
      expect(await refusal(made)).toMatchObject({ code: "archive-unsafe-name", entry: name });
    }
  });

  test("refuses a repeated name", async () => {
    const made = await make(["a", "zero", "a.txt"], ["rn", "zero", "./a.txt"]);
    expect((await refusal(made)).code).toBe("archive-duplicate");
  });

  test("refuses symbolic links", async () => {
    mkdirSync(place("tree-of-links"), { recursive: true });
    const folder = place(`${program.kind}-link`);
    mkdirSync(folder);
    const link = place("tree-of-links", program.kind);
    symlinkSync("/etc/passwd", link);
    const result = await runSevenZip(
      program,
      ["a", "-snl", path.relative(path.dirname(link), path.join(folder, "archive.7z")), program.kind],
      {
        cwd: path.dirname(link),
      },
    );
    expect(result.code).toBe(0);
    const error = await refusal({ folder, archive: path.join(folder, "archive.7z") });
    expect(error).toMatchObject({ code: "archive-special-file", entry: program.kind });
  });

  test("refuses encrypted content and encrypted headers", async () => {
    expect(await refusal(await make(["a", "-psecret", "a.txt"]))).toMatchObject({
      code: "archive-encrypted",
      entry: "a.txt",
    });
    expect(await refusal(await make(["a", "-psecret", "-mhe=on", "a.txt"]))).toMatchObject({
      code: "archive-encrypted",
      entry: null,
    });
  });

  test("refuses bombs by the listing", async () => {
    const made = await make(["a", "sub"]);
    const error = await refusal(made, { limits: { ratioFloorBytes: 1000, ratio: 10 } });
    expect(error).toMatchObject({ code: "archive-too-large", entry: "sub/größe 😀.csv" });
    expect((await refusal(made, { limits: { totalBytes: 100 } })).code).toBe("archive-too-large");
  });

  test("refuses truncated and damaged files", async () => {
    const { archive, folder } = await make(["a", "-mx0", "sub", "a.txt"]);
    const whole = readFileSync(archive);
    for (const size of [10, 40, whole.length - 1]) {
      writeFileSync(archive, whole.subarray(0, size));
      expect((await refusal({ archive, folder })).code).toBe("archive-truncated");
    }
    for (const at of [14, 40, whole.length - 5]) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 1;
      writeFileSync(archive, changed);
      expect((await refusal({ archive, folder })).code).toBe("archive-corrupt");
    }
  });

  test("refuses a name that 7-Zip prints differently from how it extracts it", async () => {
    mkdirSync(place("odd"), { recursive: true });
    writeFileSync(place("odd", "line\nend"), "x");
    const folder = place(`${program.kind}-odd`);
    mkdirSync(folder);
    await writeSevenZip(path.join(folder, "archive.7z"), place("odd"), { program });
    expect((await refusal({ folder, archive: path.join(folder, "archive.7z") })).code).toBe("archive-corrupt");
  });

  test("stops on a signal and leaves nothing behind", async () => {
    const { archive, folder } = await make(["a", "sub"]);
    const signal = AbortSignal.timeout(1);
    const extracting = extractSevenZip(archive, path.join(folder, "out"), { program, signal });
    await expect(extracting).rejects.toMatchObject({ name: "TimeoutError" });
    expect(namesIn(folder)).toEqual(["archive.7z"]);
  });

  test("accepts file names that look like options", async () => {
    const { archive, folder } = await make(["a", "a.txt"]);
    renameSync(archive, path.join(folder, "-x.7z"));
    await extractSevenZip(path.join(folder, "-x.7z"), path.join(folder, "-out"), { program });
    expect(await readTree(path.join(folder, "-out"))).toEqual({ "a.txt": "text" });
  });
});
