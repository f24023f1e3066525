import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type PublicFile, withPublicFiles } from "../../../../src/agents/baseline/reading/public-files.ts";
import { readSample } from "../../../../src/agents/baseline/reading/sample.ts";
import { writeSevenZip } from "../../../../src/lib/archive/write-seven-zip.ts";
import { writeZip } from "../../../../src/lib/archive/write-zip.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { writeFiles } from "../small-competition.ts";

const place = temporaryDirectory();
const content = "id,y\n1,0.5\n";

async function gather(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}

const describeFiles = async (files: readonly PublicFile[]) =>
  Object.fromEntries(
    await Promise.all(
      files.map(async (file) => {
        expect(await gather(file.pieces())).toBe((await file.read()).toString());
        expect(await file.size()).toBe((await file.read()).length);
        return [file.path, file.extension];
      }),
    ),
  );

test("archives are listed like folders, and their files read like others", async () => {
  const folder = place("public");
  writeFiles(folder, { "a.CSV": content, "deep/er/b.txt": "b", "broken.zip": "PK", "photos.tar": "" });
  writeFiles(place("loose"), { "train.json": "[]" });
  await writeZip(place("public", "c.zip"), [
    { name: "in/c.csv", content: Buffer.from(content) },
    { name: "__MACOSX/in/c.csv", content: Buffer.from("x") },
  ]);
  await writeSevenZip(place("public", "train.json.7z"), place("loose"));
  const all = { "a.CSV": ".csv", "c.zip/in/c.csv": ".csv", "photos.tar": ".tar", "train.json.7z/train.json": ".json" };
  expect(await withPublicFiles(folder, "top", describeFiles)).toEqual(all);
  expect(await withPublicFiles(folder, "all", describeFiles)).toEqual({ ...all, "deep/er/b.txt": ".txt" });
});

test("the sample submission is found plain, packed, or in the test set's place", async () => {
  const found = async (name: string, files: Record<string, string>, pack?: (file: string) => Promise<void>) => {
    writeFiles(place(name), { "description.md": "", ...files });
    await pack?.(place(name));
    const { path, bytes } = await readSample(place(name));
    expect(bytes.toString()).toBe(content);
    return path;
  };
  writeFiles(place("packed"), { "sample_submission.csv": content });
  expect(await found("plain", { "sampleSubmission.csv": content, "test.csv": "id\n1\n" })).toBe("sampleSubmission.csv");
  expect(await found("deep", { "data/sample_submission.csv": content })).toBe("data/sample_submission.csv");
  expect(await found("shallow", { "sample_submission.csv": content, "a/sample_submission.csv": "id\n1\n" })).toBe(
    "sample_submission.csv",
  );
  const zipped = async (folder: string): Promise<void> => {
    const sources = [{ name: "en_sample_submission_2.csv", content: Buffer.from(content) }];
    await writeZip(`${folder}/en_sample_submission_2.csv.zip`, sources);
  };
  expect(await found("zip", {}, zipped)).toBe("en_sample_submission_2.csv.zip/en_sample_submission_2.csv");
  const sevenZipped = (folder: string) => writeSevenZip(`${folder}/sample_submission.csv.7z`, place("packed"));
  expect(await found("7z", {}, sevenZipped)).toBe("sample_submission.csv.7z/sample_submission.csv");
  expect(await found("test-only", { "test_v2.txt": content })).toBe("test_v2.txt");
});

test("a 7z archive that holds nothing of use is refused", async () => {
  writeFiles(place("two"), { "a.csv": content, "b.csv": content });
  await writeSevenZip(place("seven", "sample_submission.csv.7z"), place("two"));
  await expect(readSample(place("seven"))).rejects.toThrow("unpacks to 2 files");
  writeFileSync(place("seven", "sample_submission.csv.7z"), "7z\xbc\xaf damaged");
  await expect(readSample(place("seven"))).rejects.toThrow("unpacks to 0 files");
});
