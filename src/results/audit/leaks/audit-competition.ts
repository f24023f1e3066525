import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../../contracts/competition.ts";
import { MissingData } from "../../../lib/errors.ts";
import { bySeverity } from "../finding.ts";
import { alignTable } from "./align-table.ts";
import { readAnswerSheet } from "./answer-sheet.ts";
import type { LeakAnswer } from "./audit-batch.ts";
import { checkColumns } from "./check-columns.ts";
import { checkFileDuplicates } from "./check-file-duplicates.ts";
import { checkFileNames, checkFiles } from "./check-files.ts";
import { checkImageDuplicates } from "./check-image-duplicates.ts";
import { checkMetadata } from "./check-metadata.ts";
import { checkNames } from "./check-names.ts";
import { checkOrder } from "./check-order.ts";
import { checkPositions } from "./check-positions.ts";
import { checkRowDuplicates } from "./check-row-duplicates.ts";
import { checkShapes } from "./check-shapes.ts";
import { checkWithheld } from "./check-withheld.ts";
import { type LocatedFiles, locateFiles } from "./locate-files.ts";
import { isPrediction, isTesting, isTraining } from "./part-of-path.ts";
import { type AuditedFile, openPublicFiles } from "./public-files.ts";
import { readPublicTables } from "./public-tables.ts";
import { readRecordTables } from "./record-tables.ts";
import { Suspicions } from "./suspicions.ts";
import { trainingLabels } from "./training-labels.ts";

export interface AuditOptions {
  readonly prepared: string;
  readonly images: number;
}

/** Looks at one competition's prepared data for ways to the answers. */
export async function auditCompetition(
  competition: Competition,
  { prepared, images }: AuditOptions,
): Promise<LeakAnswer> {
  requirePrepared(competition, prepared);
  const opened = await openPublicFiles(prepared);
  try {
    const tables = await readTables(opened.files);
    // The test set itself comes first: what a sample submission repeats is reported there.
    const beyondTraining = tables.tables
      .filter(({ path }) => !isTraining(path))
      .sort((a, b) => Number(isPrediction(a.path)) - Number(isPrediction(b.path)));
    const names = new Set(beyondTraining.flatMap(({ frame }) => frame.names));
    const sheet = readAnswerSheet(competition, prepared, names);
    const aligned = beyondTraining.flatMap((table) => alignTable(table, sheet) ?? []);
    const located = locateFiles(opened.files, sheet);
    const suspicions = new Suspicions();
    checkColumns(aligned, sheet, suspicions);
    checkOrder(aligned, sheet, suspicions);
    checkFiles(located, sheet, suspicions);
    await checkMetadata(located, sheet, suspicions);
    const labelOf = trainingLabels(tables.tables, aligned, sheet);
    const training = trainingFiles(opened.files, located);
    const pictures = await checkImageDuplicates(training, located, sheet, { labelOf, images });
    const findings = [
      ...checkWithheld(tables.tables, aligned, sheet),
      ...(await checkNames(opened.files, located, sheet)),
      ...(await checkPositions(opened.files, located, sheet)),
      ...(await checkShapes(located, sheet)),
      ...checkFileNames(located, sheet),
      ...suspicions.findings(),
      ...checkRowDuplicates(tables.tables, aligned, sheet),
      ...(await checkFileDuplicates(training, located, sheet, labelOf)),
      ...pictures.findings,
    ];
    const { tests } = suspicions;
    return {
      findings: bySeverity(findings),
      examined: {
        answers: sheet.ids.length,
        tables: aligned.length,
        files: opened.files.length,
        images: pictures.images,
        tests,
      },
      notes: [...opened.notes, ...tables.notes],
    };
  } finally {
    await opened.close();
  }
}

/** Files that belong to no row of the answers. */
function trainingFiles(files: readonly AuditedFile[], located: LocatedFiles): AuditedFile[] {
  const ofTest = new Set([...located.values()].flat());
  return files.filter((file) => !ofTest.has(file) && !isTesting(file.path));
}

async function readTables(files: readonly AuditedFile[]) {
  const [plain, records] = [await readPublicTables(files), await readRecordTables(files)];
  return { tables: [...plain.tables, ...records.tables], notes: [...plain.notes, ...records.notes] };
}

function requirePrepared({ id, facts }: Competition, prepared: string): void {
  const missing = [join(prepared, facts.files.answers), join(prepared, "public")].find((path) => !existsSync(path));
  if (missing === undefined) return;
  throw new MissingData(
    `Competition \`${id}\` is not prepared: there is no ${missing}. Run \`mlebench prepare -c ${id}\`.`,
  );
}
