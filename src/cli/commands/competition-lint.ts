import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { loadFacts } from "../../facts/facts.ts";
import type { LintFinding } from "../../runs/lint/finding.ts";
import { lintCompetition } from "../../runs/lint/lint-competition.ts";
import { exitCodes } from "../exit-codes.ts";
import { lintJson } from "../json/lint-json.ts";
import { note, print, printJson } from "../output.ts";
import { rawSource } from "../raw-source.ts";
import { styled, type Text } from "../styled-text.ts";
import { findingMarks } from "../views/finding-marks.ts";
import type { CompetitionLintOptions } from "./competition-lint.options.ts";

export async function run(ids: string[], options: CompetitionLintOptions): Promise<number> {
  for (const id of ids) loadFacts(id);
  const dataDirectory = resolve(options.dataDir ?? defaultDataDirectory());
  // The temporary folder is removed before the command ends.
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
  const linted: { readonly id: string; readonly findings: readonly LintFinding[] }[] = [];
  for (const id of ids) {
    const source = rawSource(id, ids.length, options);
    const findings = await lintCompetition(id, { dataDirectory, source, signal: stop.signal });
    if (findings === null) return exitCodes.interrupted;
    linted.push({ id, findings });
    if (!options.json) for (const finding of findings) print(describe(id, finding));
  }
  const problems = linted.flatMap(({ findings }) => findings.filter(({ status }) => status === "problem")).length;
  if (options.json) printJson(linted.map(({ id, findings }) => lintJson(id, findings)));
  else note(problems === 0 ? "No problems found." : `${problems} problem${problems === 1 ? "" : "s"} to fix.`);
  return problems === 0 ? exitCodes.done : exitCodes.failedItems;
}

function describe(id: string, { check, status, message }: LintFinding): Text {
  return styled`${findingMarks[status]}  ${id}, ${check}: ${message.replaceAll("\n", "\n         ")}`;
}
