import type { Competition } from "../../contracts/competition.ts";
import { BenchError } from "../../lib/errors.ts";
import { checkTables } from "../../prepare/check-tables.ts";
import {
  ChecksumMismatch,
  type Checksums,
  checkedFiles,
  compareTables,
  describeMismatch,
} from "../../prepare/checksums.ts";
import type { FileList } from "../../prepare/file-list.ts";
import { checkGrades } from "./check-grades.ts";

type TableChecksums = Pick<Checksums, "public" | "private">;

export interface NewDataChecks {
  readonly found: TableChecksums;
  /** Null to accept any checksums. */
  readonly expected: TableChecksums | null;
  /** Whether a broken invariant is an error or a warning. */
  readonly enforced: boolean;
}

/** The checksums of those prepared files that upstream checks too. */
export function tableChecksums(list: FileList): TableChecksums {
  return { public: checkedFiles(list.public), private: checkedFiles(list.private) };
}

/**
 * Compares prepared data with the known checksums and checks the invariants of every competition. Returns warnings.
 *
 * @throws ChecksumMismatch with every table that differs from the reference.
 * @throws BenchError `broken-invariant` when an enforced invariant does not hold.
 */
export function checkNewData(competition: Competition, prepared: string, checks: NewDataChecks): string[] {
  const { id, facts } = competition;
  const { found, expected, enforced } = checks;
  const mismatches = expected === null ? [] : compareTables(expected, found);
  const wrong = mismatches.filter(({ kind }) => kind !== "container");
  if (wrong.length > 0) {
    const message = `The data prepared for \`${id}\` differs from the reference. Is the archive another version? To keep it anyway, add --skip-verification.`;
    throw new ChecksumMismatch(message, wrong);
  }
  const warnings = mismatches.map(describeMismatch);
  const isReference = [facts.files.answers, facts.files.sampleSubmission].every(
    (file) =>
      checksumAt(facts.checksums, file) !== null && checksumAt(facts.checksums, file) === checksumAt(found, file),
  );
  const problems = [
    ...checkTables(prepared, competition.checks ?? {}),
    ...checkGrades(competition, prepared, { isReference }),
    // The folder has a temporary name.
  ].map((problem) => problem.replaceAll(`${prepared}/`, ""));
  if (enforced && problems.length > 0) {
    const message = `The data prepared for \`${id}\` is wrong. To keep it anyway, add --skip-verification.`;
    throw new BenchError("broken-invariant", [message, ...problems.map((each) => `  ${each}`)].join("\n"));
  }
  return [...warnings, ...problems];
}

function checksumAt(checksums: TableChecksums, file: string): string | null {
  const [folder, name] = file.split("/") as ["public" | "private", string];
  return checksums[folder][name] ?? null;
}
