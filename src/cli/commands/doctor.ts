import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { listIds, loadSplit } from "../../facts/splits.ts";
import { diagnose, type Finding } from "../../runs/diagnose.ts";
import { exitCodes } from "../exit-codes.ts";
import { diagnosisJson } from "../json/diagnosis-json.ts";
import { note, print, printJson } from "../output.ts";
import { type StyledText, styled } from "../styled-text.ts";
import { findingMarks } from "../views/finding-marks.ts";
import type { DoctorOptions } from "./doctor.options.ts";

export async function run(options: DoctorOptions): Promise<number> {
  const { split } = options;
  const findings = await diagnose({
    dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
    ids: split === undefined ? listIds() : loadSplit(split),
    askKaggle: split !== undefined,
    verifyData: options.verifyData ?? false,
  });
  const problems = findings.filter(({ status }) => status === "problem").length;
  if (options.json) {
    printJson(diagnosisJson(findings));
  } else {
    for (const finding of findings) print(describe(finding));
    note(problems === 0 ? "No problems found." : `${problems} problem${problems === 1 ? "" : "s"} to fix.`);
    if (split === undefined)
      note("`mlebench doctor --split lite` also asks Kaggle whether you have accepted the rules.");
  }
  return problems === 0 ? exitCodes.done : exitCodes.failedItems;
}

function describe({ check, status, competitionId, message, link }: Finding): StyledText {
  const subject = competitionId === undefined ? check : `${check} of ${competitionId}`;
  const where = link === undefined || message.includes(link) ? "" : ` (${link})`;
  return styled`${findingMarks[status]}  ${subject}: ${message.replaceAll("\n", "\n         ")}${where}`;
}
