import { dirname } from "node:path";
import type { AuditFinding } from "../finding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { associateOrder } from "./check-order.ts";
import { percent, shorten } from "./class-agreement.ts";
import { type Feature, numericFeature, textFeature } from "./feature.ts";
import type { LocatedFiles } from "./locate-files.ts";
import { logBinomialTail } from "./probability.ts";
import type { AuditedFile } from "./public-files.ts";
import type { Suspicions } from "./suspicions.ts";
import type { Target } from "./target.ts";

/** Fewer files than this share of the answers do not describe the test set. */
const leastLocated = 0.5;

/** Whether what is known about the test files from outside (sizes, times, folders) tells the answers. */
export function checkFiles(located: LocatedFiles, sheet: AnswerSheet, suspicions: Suspicions): void {
  if (!sheet.isUnique || located.size < leastLocated * sheet.ids.length) return;
  const of = <T>(read: (files: readonly AuditedFile[]) => T, missing: T): T[] =>
    sheet.ids.map((_, row) => (located.has(row) ? read(located.get(row)!) : missing));
  const numbers = (name: string, read: (files: readonly AuditedFile[]) => number): Feature =>
    numericFeature(name, Float64Array.from(of(read, Number.NaN)));
  const example = located.values().next().value![0]!.path;
  const where = `the files of the test set, such as public/${example}`;
  const about = (check: string, what: string, least: number, howToCheck: string) => ({
    check,
    where,
    least,
    describe: (target: string) => `${what} of the test files tells ${target}.`,
    howToCheck,
  });
  const sizes =
    "Compare the sizes of files with different answers, also in the training data: a strong feature may be fair.";
  suspicions.compare(numbers("size", total), sheet.targets, about("telling-size", "The size", 0.8, sizes));
  suspicions.compare(
    numbers("count", (files) => files.length),
    sheet.targets,
    about("telling-size", "The number", 0.8, sizes),
  );
  const times = "List the test files by time beside their answers. If they agree, give all files the same time.";
  const inodes =
    "List the test files with `ls -i` beside their answers. If they agree, copy the files in random order before agents see them.";
  const time = numbers("time", (files) => files[0]!.modifiedMs ?? Number.NaN);
  suspicions.compare(time, sheet.targets, about("telling-time", "The time", 0.5, times), associateOrder);
  const inode = numbers("inode", (files) => files[0]!.inode ?? Number.NaN);
  suspicions.compare(
    inode,
    sheet.targets,
    about("telling-time", "The number of the inode", 0.5, inodes),
    associateOrder,
  );
  const folders = textFeature(
    "folder",
    of((files) => folderOf(files[0]!), null),
  );
  const moved = "Compare the folders of the test files with their answers. If they agree, put all of them into one.";
  suspicions.compare(folders, sheet.targets, about("telling-name", "The folder", 0.5, moved));
}

const total = (files: readonly AuditedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
const folderOf = ({ path, extension }: AuditedFile): string => `${dirname(path)} ${extension}`;

/** A name that is shorter could be anywhere by chance. */
const shortestName = 3;

/** Files whose path contains the name of their class. */
export function checkFileNames(located: LocatedFiles, sheet: AnswerSheet): AuditFinding[] {
  const findings = sheet.targets
    .filter(({ kind }) => kind === "class")
    .map((target) => namedLikeAnswer(located, target));
  return findings.filter((finding) => finding !== null);
}

function namedLikeAnswer(located: LocatedFiles, target: Target): AuditFinding | null {
  const names = target.classes.map((name) => (name.length >= shortestName && /[a-z]/i.test(name) ? plain(name) : null));
  const counts = new Float64Array(target.classes.length);
  const examples: string[] = [];
  let hits = 0;
  for (const [row, files] of located) {
    const code = target.codes[row]!;
    counts[code]! += 1;
    const telling = names[code] === null ? undefined : files.find(({ path }) => plain(path).includes(names[code]!));
    if (telling === undefined) continue;
    hits += 1;
    if (examples.length < 2) examples.push(`public/${telling.path} (${shorten(target.classes[code]!)})`);
  }
  const chance = Math.max(...counts) / located.size;
  if (hits / located.size < 0.5 || logBinomialTail(hits, located.size, chance) > Math.log(1e-6)) return null;
  return {
    check: "telling-name",
    severity: "high",
    what: `Names of test files contain ${target.name}.`,
    where: examples.join(", "),
    evidence: `${percent(hits / located.size)} of ${located.size} files have their answer in the path; ${percent(chance)} are expected at most.`,
    howToCheck: "Read the names of some test files beside their answers. If they agree, rename the files.",
  };
}

const plain = (text: string): string => ` ${text.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]+/gu, " ")} `;
