import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileTimestamp } from "../lib/file-timestamp.ts";
import type { GradingReport } from "./report.ts";

/**
 * Upstream's name for a report.
 *
 * @example reportFileName(new Date(0)) // => "1970-01-01T00-00-00-GMT_grading_report.json"
 */
export function reportFileName(date: Date): string {
  return `${fileTimestamp(date)}-GMT_grading_report.json`;
}

/**
 * Writes a report into a folder, creating it if needed, and returns the path. Existing reports stay: the name then has the
 * next free second.
 */
export function writeReport(report: GradingReport, folder: string, date = new Date()): string {
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(report, null, 2);
  for (let time = date.getTime(); ; time += 1000) {
    const path = join(folder, reportFileName(new Date(time)));
    try {
      writeFileSync(path, text, { flag: "wx" });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
