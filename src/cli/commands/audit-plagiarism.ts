import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { writeGroupAudit } from "../../results/audit/group-audit.ts";
import { auditPlagiarism } from "../../results/audit/plagiarism/audit-plagiarism.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { findGroups } from "../find-groups.ts";
import { plagiarismAuditJson } from "../json/plagiarism-audit-json.ts";
import { note, print, printJson } from "../output.ts";
import { countFindings } from "../views/findings-view.ts";
import { describePlagiarism } from "../views/plagiarism-view.ts";
import type { AuditPlagiarismOptions } from "./audit-plagiarism.options.ts";

export async function run(names: readonly string[], options: AuditPlagiarismOptions): Promise<number> {
  const groups = findGroups(names, resolve(options.runDir ?? defaultRunDirectory()));
  const kernels = options.kernels === undefined ? null : resolve(options.kernels);
  if (kernels !== null && !statSync(kernels, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--kernels: ${kernels} is not a folder.`);
  }
  const audits = await auditPlagiarism(groups, { kernels, threshold: options.threshold });
  const shown: object[] = [];
  for (const audit of audits) {
    const content = plagiarismAuditJson(audit);
    const file = await writeGroupAudit(audit.group, "plagiarism", content);
    shown.push({ ...content, file });
    if (options.json) continue;
    print(describePlagiarism(audit));
    note(`Written: ${file}`);
  }
  if (options.json) printJson(shown);
  else note(`${countFindings(audits.flatMap(({ findings }) => findings))}.`);
  return audits.every(({ findings }) => findings.length === 0) ? exitCodes.done : exitCodes.failedItems;
}
