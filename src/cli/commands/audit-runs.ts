import { resolve } from "node:path";
import { formatBytes } from "../../lib/format-bytes.ts";
import { writeGroupAudit } from "../../results/audit/group-audit.ts";
import { auditRuns } from "../../results/audit/runs/audit-runs.ts";
import type { RunsAudit } from "../../results/audit/runs/runs-audit.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { findGroups } from "../find-groups.ts";
import { runsAuditJson } from "../json/runs-audit-json.ts";
import { note, print, printJson } from "../output.ts";
import { bold, dim, joinLines, styled, type Text } from "../styled-text.ts";
import { countFindings, describeFinding } from "../views/findings-view.ts";
import type { AuditRunsOptions } from "./audit-runs.options.ts";

export async function run(names: readonly string[], options: AuditRunsOptions): Promise<number> {
  const groups = findGroups(names, resolve(options.runDir ?? defaultRunDirectory()));
  const audits = await auditRuns(groups, { environment: process.env });
  const shown: object[] = [];
  for (const audit of audits) {
    const content = runsAuditJson(audit);
    const file = await writeGroupAudit(audit.group, "runs", content);
    shown.push({ ...content, file });
    if (options.json) continue;
    print(describeAudit(audit));
    note(`Written: ${file}`);
  }
  if (options.json) printJson(shown);
  else note(`${countFindings(audits.flatMap(({ findings }) => findings))}.`);
  return audits.every(({ findings }) => findings.length === 0) ? exitCodes.done : exitCodes.failedItems;
}

function describeAudit({ group, findings, examined, notes }: RunsAudit): Text {
  const { runs, files, bytes } = examined;
  return joinLines([
    styled`${bold(group)}  ${dim(`${runs} runs, ${files} files, ${formatBytes(bytes)}`)}`,
    ...findings.map(describeFinding),
    ...notes.map((each) => styled`${dim("note  ")}  ${each}`),
  ]);
}
