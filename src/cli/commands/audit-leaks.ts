import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { auditBatch } from "../../results/audit/leaks/audit-batch.ts";
import type { LeakAudit } from "../../results/audit/leaks/leak-audit.ts";
import { exitCodes } from "../exit-codes.ts";
import { leakAuditJson } from "../json/leak-audit-json.ts";
import { note, print, printJson } from "../output.ts";
import { selectCompetitions } from "../select-competitions.ts";
import { bold, dim, joinLines, red, styled, type Text } from "../styled-text.ts";
import { countFindings, describeFinding } from "../views/findings-view.ts";
import type { AuditLeaksOptions } from "./audit-leaks.options.ts";

export async function run(options: AuditLeaksOptions): Promise<number> {
  const ids = selectCompetitions(options);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
  const audits = await auditBatch(ids, {
    dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
    images: options.images,
    signal: stop.signal,
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    onResult: (audit) => options.json || print(describeAudit(audit)),
  });
  if (stop.signal.aborted) return exitCodes.interrupted;
  const shown = audits.map(leakAuditJson);
  if (options.output !== undefined) {
    await writeFileAtomically(resolve(options.output), `${JSON.stringify(shown, null, 2)}\n`);
  }
  if (options.json) printJson(shown);
  else note(summarize(audits));
  const isClean = audits.every(({ findings, error }) => findings.length === 0 && error === null);
  return isClean ? exitCodes.done : exitCodes.failedItems;
}

function describeAudit({ competitionId, findings, examined, notes, error }: LeakAudit): Text {
  const title =
    examined === null
      ? styled`${bold(competitionId)}  ${red(error?.message ?? "not looked at")}`
      : styled`${bold(competitionId)}  ${dim(`${examined.answers} answers, ${examined.tables} tables, ${examined.files} files, ${examined.images} images, ${examined.tests} tests`)}`;
  return joinLines([
    title,
    ...findings.map(describeFinding),
    ...notes.map((each) => styled`${dim("note  ")}  ${each}`),
  ]);
}

function summarize(audits: readonly LeakAudit[]): string {
  const failed = audits.filter(({ error }) => error !== null).length;
  const clean = audits.filter(({ findings, error }) => findings.length === 0 && error === null).length;
  const parts = [
    countFindings(audits.flatMap(({ findings }) => findings)),
    `nothing found in ${clean} of ${audits.length} competitions`,
    ...(failed === 0 ? [] : [`${failed} could not be looked at`]),
  ];
  return `${parts.join("; ")}.`;
}
