import { existsSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { listKnownIds, loadFacts } from "../../facts/facts.ts";
import { extractArchive } from "../../lib/archive/extract-archive.ts";
import { walkFiles } from "../../lib/files/walk.ts";

/** The sample submission in the public data. `path` is relative to the data; `note` is for the report. */
export interface PublicSample {
  readonly kind: "file" | "archive" | "none";
  readonly path: string;
  /** Which file of the archive. Default: the first table. */
  readonly member?: string;
  readonly note: string;
}

/** Samples with unusual names: here the test sentences, each with a word missing, are a valid submission as they are. */
const elsewhere: Readonly<Record<string, { readonly path: string; readonly member: string }>> = {
  "billion-word-imputation": { path: "test_v2.txt.zip", member: "test_v2.txt" },
};
const isSample = (name: string): boolean => /sample.*submission|submission.*sample/i.test(name);
const isArchive = (name: string): boolean => /\.(zip|7z|tar|tar\.gz|tgz)$/i.test(name);

/**
 * Finds the sample submission in the public data: where the facts say, otherwise by its name, also in an archive (some
 * competitions zip it; the facts then name a private copy, which is never used).
 */
export async function findSample(publicData: string, competitionId: string): Promise<PublicSample> {
  const facts = listKnownIds().includes(competitionId) ? loadFacts(competitionId) : null;
  const [part, ...rest] = facts?.files.sampleSubmission.split("/") ?? [];
  const stated = posix.join(...rest);
  if (part === "public" && existsSync(join(publicData, stated))) return found(stated);
  const special = elsewhere[competitionId];
  if (special !== undefined && existsSync(join(publicData, special.path)))
    return { ...found(special.path), ...special };
  const names = (await readdir(publicData)).filter(isSample).sort();
  const name =
    names.find((each) => /\.csv$/i.test(each)) ?? names.find(isArchive) ?? names.find((each) => !each.startsWith("."));
  return name === undefined
    ? { kind: "none", path: "", note: "the public data has no sample submission" }
    : found(name);
}

function found(path: string): PublicSample {
  if (/\.csv$/i.test(path)) return { kind: "file", path, note: `the public data's ${path}` };
  if (isArchive(path)) return { kind: "archive", path, note: `unpacked from the public data's ${path}` };
  return { kind: "none", path: "", note: `the sample submission ${path} is not a .csv file` };
}

/** Unpacks an archived sample below `scratch`. Returns its path, or null when the archive holds no table. */
export async function extractSample(publicData: string, sample: PublicSample, scratch: string): Promise<string | null> {
  const folder = join(scratch, "sample");
  await extractArchive(join(publicData, sample.path), folder);
  for await (const { path, absolute } of walkFiles(folder)) {
    if (sample.member === undefined ? !/\.csv$/i.test(path) : path !== sample.member) continue;
    await chmod(absolute, 0o644);
    return absolute;
  }
  return null;
}
