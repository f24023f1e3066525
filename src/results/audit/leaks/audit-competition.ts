import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../../contracts/competition.ts";
import { MissingData } from "../../../lib/errors.ts";
import { bySeverity } from "../finding.ts";
import { alignTable } from "./align-table.ts";
import { readAnswerSheet } from "./answer-sheet.ts";
import type { LeakAnswer } from "./audit-batch.ts";
import { checkColumns } from "./check-columns.ts";
import { openPublicFiles } from "./public-files.ts";
import { readPublicTables } from "./public-tables.ts";
import { Suspicions } from "./suspicions.ts";

export interface AuditOptions {
  readonly prepared: string;
  readonly images: number;
}

/** Looks at one competition's prepared data for ways to the answers. */
export async function auditCompetition(competition: Competition, { prepared }: AuditOptions): Promise<LeakAnswer> {
  requirePrepared(competition, prepared);
  const opened = await openPublicFiles(prepared);
  try {
    const { tables, notes } = await readPublicTables(opened.files);
    const sheet = readAnswerSheet(competition, prepared, new Set(tables.flatMap(({ frame }) => frame.names)));
    const aligned = tables.flatMap((table) => alignTable(table, sheet) ?? []);
    const suspicions = new Suspicions();
    checkColumns(aligned, sheet, suspicions);
    return {
      findings: bySeverity(suspicions.findings()),
      examined: {
        answers: sheet.ids.length,
        tables: aligned.length,
        files: opened.files.length,
        images: 0,
        tests: suspicions.tests,
      },
      notes: [...opened.notes, ...notes],
    };
  } finally {
    await opened.close();
  }
}

function requirePrepared({ id, facts }: Competition, prepared: string): void {
  const missing = [join(prepared, facts.files.answers), join(prepared, "public")].find((path) => !existsSync(path));
  if (missing === undefined) return;
  throw new MissingData(
    `Competition \`${id}\` is not prepared: there is no ${missing}. Run \`mlebench prepare -c ${id}\`.`,
  );
}
