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
  /** Null: any checksums will do. */
  readonly expected: TableChecksums | null;
  /** Whether a broken invariant is an error or a warning. */
  readonly enforced: boolean;
}

/** The checksums of a list of prepared files that upstream has too. */
export function tableChecksums(list: FileList): TableChecksums {
  return { public: checkedFiles(list.public), private: checkedFiles(list.private) };
}

/**
 * Compares prepared data with the known checksums and checks what must hold for every competition. Returns warnings.
 *
 * @throws ChecksumMismatch naming every table that is not the reference's.
 * @throws BenchError `broken-invariant` when an enforced invariant does not hold.
 */
export function checkNewData(competition: Competition, prepared: string, checks: NewDataChecks): string[] {
  const { id, facts } = competition;
  const { found, expected, enforced } = checks;
  const mismatches = expected === null ? [] : compareTables(expected, found);
  const wrong = mismatches.filter(({ kind }) => kind !== "container");
  if (wrong.length > 0) {
    const message = `What was prepared for \`${id}\` is not what the reference prepares. Is the archive another version? To keep it all the same, add --skip-verification.`;
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
    // The folder has a name for the time being only.
  ].map((problem) => problem.replaceAll(`${prepared}/`, ""));
  if (enforced && problems.length > 0) {
    const message = `What was prepared for \`${id}\` cannot be right. To keep it all the same, add --skip-verification.`;
    throw new BenchError("broken-invariant", [message, ...problems.map((each) => `  ${each}`)].join("\n"));
  }
  return [...warnings, ...problems];
}

function checksumAt(checksums: TableChecksums, file: string): string | null {
  const [folder, name] = file.split("/") as ["public" | "private", string];
  return checksums[folder][name] ?? null;
}
