import { basename, extname } from "node:path";
import type { AuditFinding } from "../finding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { shorten } from "./class-agreement.ts";
import { contentNames } from "./content-names.ts";
import { isLabelName } from "./label-words.ts";
import type { LocatedFiles } from "./locate-files.ts";
import { isPrediction, isTesting, isTraining } from "./part-of-path.ts";
import type { AuditedFile } from "./public-files.ts";

/** A few files of each kind show the names in all of them. */
const lookedAt = 4;
const largest = 64e6;

/** Files about the test set that are named like answers, or hold something that is. */
export async function checkNames(
  files: readonly AuditedFile[],
  located: LocatedFiles,
  sheet: AnswerSheet,
): Promise<AuditFinding[]> {
  const testFiles = [...new Set([...located.values()].flat())].filter(({ path }) => !isTraining(path));
  const others = files.filter(({ path }) => isTesting(path) && !isPrediction(path));
  const kinds = byKind([...new Set([...testFiles, ...others])], sheet);
  const findings: AuditFinding[] = [];
  for (const [kind, ofKind] of kinds) {
    const telling = (await suspiciousNames(kind, ofKind, sheet)).slice(0, 5);
    if (telling.length === 0) continue;
    findings.push({
      check: "label-like-name",
      severity: "high",
      what: `Files about the test set hold something named like answers: ${telling.map(({ name }) => shorten(name)).join(", ")}.`,
      where: telling[0]!.where,
      evidence: `${ofKind.length} file${ofKind.length === 1 ? "" : "s"} of this kind, such as public/${ofKind[0]!.path}.`,
      howToCheck: "Open one of the files and compare it with its answer. If it holds the answer, remove or empty it.",
    });
  }
  return findings;
}

/** Files that differ only in ids and numbers. Tables are compared by their columns. */
function byKind(files: readonly AuditedFile[], { ids }: AnswerSheet): Map<string, AuditedFile[]> {
  const known = new Set(ids);
  const kinds = new Map<string, AuditedFile[]>();
  for (const file of files.filter(({ extension }) => ![".csv", ".tsv", ".parquet"].includes(extension))) {
    const stem = basename(file.path, extname(file.path));
    const id = [stem, ...[...stem.matchAll(/[-_.]/g)].map(({ index }) => stem.slice(0, index))].find((each) =>
      known.has(each),
    );
    const kind = `${(id === undefined ? stem : stem.slice(id.length)).replaceAll(/\d+/g, "#")}${file.extension}`;
    const same = kinds.get(kind);
    if (same === undefined) kinds.set(kind, [file]);
    else same.push(file);
  }
  return kinds;
}

async function suspiciousNames(kind: string, files: readonly AuditedFile[], sheet: AnswerSheet) {
  const targets = sheet.targets.map(({ name }) => name);
  const found = new Map<string, { readonly name: string; readonly where: string }>();
  if (isLabelName(kind.slice(0, -extname(kind).length || undefined), targets)) {
    found.set(kind, { name: basename(files[0]!.path), where: `public/${files[0]!.path}` });
  }
  for (const file of files.filter(({ isReadable, bytes }) => isReadable && bytes <= largest).slice(0, lookedAt)) {
    // Damaged files are not answers.
    const names = await file
      .read()
      .then((bytes) => contentNames(file.extension, bytes))
      .catch(() => []);
    for (const { inside, name } of names) {
      const isSuspicious = isLabelName(name, targets);
      const where = `public/${file.path}${inside === "" ? "" : `/${inside}`}: ${name}`;
      if (isSuspicious && !found.has(name)) found.set(name, { name, where });
    }
  }
  return [...found.values()];
}
