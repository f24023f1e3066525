import type { AuditFinding } from "../../results/audit/finding.ts";
import { dim, joinLines, red, styled, type Text, yellow } from "../styled-text.ts";

const marks = { high: red("high  "), medium: yellow("medium"), low: dim("low   ") };

/** A finding of an audit in four lines: what and how grave, where, why, what to do next. */
export function describeFinding({ severity, what, where, evidence, howToCheck }: AuditFinding): Text {
  return joinLines([
    styled`${marks[severity]}  ${what}`,
    styled`        ${dim("where   ")}  ${where}`,
    styled`        ${dim("evidence")}  ${evidence}`,
    styled`        ${dim("to check")}  ${howToCheck}`,
  ]);
}

/** How many findings of each severity there are. */
export function countFindings(findings: readonly Pick<AuditFinding, "severity">[]): string {
  const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
  return `${count("high")} high, ${count("medium")} medium and ${count("low")} low findings`;
}
