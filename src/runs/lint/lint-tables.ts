import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { BenchError } from "../../lib/errors.ts";
import { walkFiles } from "../../lib/files/walk.ts";
import { checkTables } from "../../prepare/check-tables.ts";
import { readHeader, visitColumn } from "../../prepare/visit-column.ts";
import { findingsOf, type LintFinding } from "./finding.ts";

/** Whether ids are unique and disjoint, and whether a public table holds answers of test rows. */
export async function lintTables(competition: Competition, prepared: string): Promise<readonly LintFinding[]> {
  const { disjoint, hidden } = competition.checks ?? {};
  const hiddenProblems = checkTables(prepared, hidden === undefined ? {} : { hidden });
  if (disjoint === undefined) {
    const message = "not compared, because `checks.disjoint` does not say where they are";
    return [
      { check: "ids", status: "warning", message },
      ...(hidden === undefined
        ? [{ check: "answers", status: "warning", message: "not looked for, because there are no `checks`" } as const]
        : findingsOf("answers", hiddenProblems, `${hidden.file} does not hold them`)),
    ];
  }
  const targets = targetColumns(competition, prepared, disjoint.id);
  const leaks = await findLeaks(competition, prepared, targets);
  return [
    ...findingsOf("ids", checkTables(prepared, { disjoint }), `unique in ${disjoint.train} and ${disjoint.test}`),
    ...findingsOf("answers", [...new Set([...hiddenProblems, ...leaks])], "no public table holds those of test rows"),
  ];
}

/** The columns that agents have to predict. */
function targetColumns({ checks, facts }: Competition, prepared: string, id: string): string[] {
  const predicted = headerOf(join(prepared, facts.files.sampleSubmission)).filter((name) => name !== id);
  return [...new Set([...predicted, ...(checks?.hidden?.columns ?? [])])];
}

async function findLeaks(
  { checks, facts }: Competition,
  prepared: string,
  targets: readonly string[],
): Promise<string[]> {
  const { id, test } = checks!.disjoint!;
  const testIds = new Set<string>();
  visitColumn(join(prepared, test), id, (bytes, start, end) => testIds.add(bytes.toString("utf8", start, end)));
  const leaks: string[] = [];
  for await (const { absolute, path } of walkFiles(join(prepared, "public"))) {
    const file = `public/${path}`;
    if (!/\.(?:csv|tsv)$/.test(path) || file === facts.files.sampleSubmission || file === checks?.hidden?.file)
      continue;
    const shown = headerOf(absolute).filter((name) => targets.includes(name));
    if (shown.length === 0) continue;
    let found = 0;
    visitColumn(absolute, id, (bytes, start, end) => {
      if (testIds.has(bytes.toString("utf8", start, end))) found += 1;
    });
    if (found > 0) leaks.push(`${file} has "${shown.join('", "')}" for ${found} rows of the test set.`);
  }
  return leaks;
}

/** Some raw tables become public unchanged, in any encoding. */
function headerOf(path: string): string[] {
  try {
    return readHeader(path);
  } catch (error) {
    if (error instanceof BenchError) return [];
    throw error;
  }
}
