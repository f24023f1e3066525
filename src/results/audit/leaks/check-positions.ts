import { nmeaPositions, type Position } from "../../../lib/formats/nmea-positions.ts";
import type { AuditFinding } from "../finding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { percent } from "./class-agreement.ts";
import type { LocatedFiles } from "./locate-files.ts";
import { isTesting } from "./part-of-path.ts";
import type { AuditedFile } from "./public-files.ts";

/** About ten metres: receivers do not agree better than that by chance. */
const cell = 1e-4;
const lookedAt = 8;

/** Logs of a positioning receiver (NMEA) beside the test set, if the answers are positions. */
export async function checkPositions(
  files: readonly AuditedFile[],
  located: LocatedFiles,
  sheet: AnswerSheet,
): Promise<AuditFinding[]> {
  const latitude = sheet.targets.find(({ name }) => /^lat/i.test(name))?.numbers;
  const longitude = sheet.targets.find(({ name }) => /^(lon|lng)/i.test(name))?.numbers;
  if (!latitude || !longitude) return [];
  const rowOf = new Map([...located].flatMap(([row, ofRow]) => ofRow.map((file) => [file, row] as const)));
  const logs: { readonly file: AuditedFile; readonly positions: Position[] }[] = [];
  for (const file of files.filter((each) => isTesting(each.path) && each.isReadable && mayBeLog(each)).slice(0, 100)) {
    const text = (await file.read()).toString("latin1");
    if (/^\$..(GGA|RMC),/m.test(text)) logs.push({ file, positions: nmeaPositions(text) });
    if (logs.length >= lookedAt) break;
  }
  if (logs.length === 0) return [];
  const matches = logs.map(({ file, positions }) => {
    const rows = rowsOfId(sheet, rowOf.get(file));
    const visited = new Set(positions.map((each) => cellOf(each.latitude, each.longitude)));
    const hits = rows.filter((row) => isNear(visited, latitude[row]!, longitude[row]!)).length;
    return { hits, rows: rows.length };
  });
  const sum = (of: (match: { hits: number; rows: number }) => number): number =>
    matches.reduce((all, each) => all + of(each), 0);
  const [hits, rows] = [sum((each) => each.hits), sum((each) => each.rows)];
  return [
    {
      check: "positions-in-log",
      severity: rows > 0 && hits >= rows / 2 ? "high" : "medium",
      what: "The answers are positions, and logs of a receiver with positions are beside the test set.",
      where: `public/${logs[0]!.file.path}`,
      evidence: `${percent(rows === 0 ? 0 : hits / rows)} of ${rows} answers are within ten metres of a position in the log (${logs.length} logs looked at).`,
      howToCheck:
        "Compare a log's GGA sentences with the answers of its trip. If they agree, remove the logs from the test set.",
    },
  ];
}

function mayBeLog({ extension, bytes }: AuditedFile): boolean {
  return [".nmea", ".txt", ".log", ".gps"].includes(extension) && bytes <= 64e6;
}

/** All rows with the id of one row; all rows if it is unknown. */
function rowsOfId({ ids }: AnswerSheet, row: number | undefined): number[] {
  return [...ids.keys()].filter((each) => row === undefined || ids[each] === ids[row]);
}

const cellOf = (latitude: number, longitude: number): string =>
  `${Math.round(latitude / cell)} ${Math.round(longitude / cell)}`;

function isNear(visited: ReadonlySet<string>, latitude: number, longitude: number): boolean {
  const steps = [-cell, 0, cell];
  return steps.some((north) => steps.some((east) => visited.has(cellOf(latitude + north, longitude + east))));
}
