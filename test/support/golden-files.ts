import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type GoldenCase, goldenGrades } from "./golden-grades.ts";

/** Golden cases of one competition as files. */
export interface GoldenFiles {
  readonly id: string;
  readonly answers: string;
  readonly submissions: readonly (GoldenCase & { readonly path: string })[];
  /** The first submission that scores, and the first that does not. */
  readonly good: GoldenCase & { readonly path: string };
  readonly bad: GoldenCase & { readonly path: string };
}

/** Writes a competition's answers and its first golden submissions of each outcome into a folder. */
export function writeGoldenFiles(id: string, folder: string, limit = 6): GoldenFiles {
  const { answers, cases } = goldenGrades(id);
  const write = (path: string, bytes: Buffer): string => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  };
  const chosen = (["score", "invalid", "error", "unreadable"] as const).flatMap((outcome) =>
    cases.filter((each) => each.outcome === outcome).slice(0, limit),
  );
  const submissions = chosen.map((each, index) => ({
    ...each,
    path: write(join(folder, id, `${index}.csv`), each.bytes),
  }));
  return {
    id,
    answers: write(join(folder, id, "answers", answers.file), answers.bytes),
    submissions,
    good: submissions.find((each) => each.outcome === "score" && Number.isFinite(Number(each.score)))!,
    bad: submissions.find((each) => each.outcome === "invalid")!,
  };
}
