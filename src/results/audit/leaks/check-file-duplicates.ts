import { dirname } from "node:path";
import type { AuditFinding } from "../finding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { type Duplicate, duplicateFinding } from "./duplicate-finding.ts";
import type { LocatedFiles } from "./locate-files.ts";
import type { AuditedFile } from "./public-files.ts";
import type { LabelOf } from "./training-labels.ts";

/** Shorter files, and content that is there many times, say nothing: empty masks, blank pages. */
const shortest = 64;
const mostCopies = 10;
/** A CRC is short: so many pairs are compared byte by byte. */
const mostCompared = 500;

/** Files of the test set that are in the training data, byte for byte. */
export async function checkFileDuplicates(
  training: readonly AuditedFile[],
  located: LocatedFiles,
  sheet: AnswerSheet,
  labelOf: LabelOf,
): Promise<AuditFinding[]> {
  const byDigest = new Map<string, AuditedFile[]>();
  for (const file of training.filter(({ digest }) => digest !== null)) {
    const same = byDigest.get(file.digest!);
    if (same === undefined) byDigest.set(file.digest!, [file]);
    else same.push(file);
  }
  const duplicates: Duplicate[] = [];
  for (const [answer, files] of located) {
    const pair = await findTwin(files, byDigest, duplicates.length < mostCompared);
    if (pair === null) continue;
    const [file, twin] = pair;
    duplicates.push({ answer, label: labelOf(twin.path), where: `public/${file.path} = public/${twin.path}` });
  }
  const finding = duplicateFinding(duplicates, sheet, {
    check: "duplicate-files",
    what: "Files of the test set are in the training data",
    howToCheck: "Compare the two files with `cmp`. If they are the same thing, remove it from one of the two parts.",
  });
  return finding === null ? [] : [finding];
}

/**
 * The first file of a row and its twin. If a row has several files, all of them must have twins in one folder: a part of a
 * recording may repeat.
 */
async function findTwin(
  files: readonly AuditedFile[],
  byDigest: ReadonlyMap<string, readonly AuditedFile[]>,
  isCompared: boolean,
): Promise<readonly [AuditedFile, AuditedFile] | null> {
  const first = files.find(({ bytes }) => bytes >= shortest);
  const twinsOf = ({ digest }: AuditedFile): readonly AuditedFile[] => byDigest.get(digest ?? "") ?? [];
  if (first === undefined || twinsOf(first).length > mostCopies) return null;
  const isBeside = (twin: AuditedFile) => (file: AuditedFile) =>
    twinsOf(file).some(({ path }) => dirname(path) === dirname(twin.path));
  const twin = twinsOf(first).find((each) => files.every(isBeside(each)));
  if (twin === undefined) return null;
  const isCertain = !first.digest!.startsWith("crc") || !isCompared;
  return isCertain || (await first.read()).equals(await twin.read()) ? [first, twin] : null;
}
