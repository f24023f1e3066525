import type { AuditFinding } from "../finding.ts";
import type { AlignedTable } from "./align-table.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { percent } from "./class-agreement.ts";
import { type Feature, featureOf } from "./feature.ts";
import { isPrediction } from "./part-of-path.ts";
import type { PublicTable } from "./public-tables.ts";
import type { Target } from "./target.ts";

/** Targets, and columns that the test set leaves out, in another table about the test set. */
export function checkWithheld(
  tables: readonly PublicTable[],
  aligned: readonly AlignedTable[],
  sheet: AnswerSheet,
): AuditFinding[] {
  const aboutTest = aligned.filter(({ path }) => !isPrediction(path));
  const training = tables.filter((table) => isTrainingTable(table, aboutTest, sheet));
  const targets = sheet.targets.map(({ name }) => name);
  const known = new Set(training.flatMap(({ frame }) => frame.names.filter((name) => !targets.includes(name))));
  const shared = ({ frame }: AlignedTable): number => frame.names.filter((name) => known.has(name)).length;
  const [main, ...others] = [...aboutTest].sort((a, b) => shared(b) - shared(a));
  const findings = aboutTest.flatMap((table) => sheet.targets.flatMap((target) => targetColumn(table, target) ?? []));
  if (main === undefined || shared(main) < 2) return findings;
  const withheld = new Set([...known].filter((name) => !main.frame.has(name)));
  return [...findings, ...others.flatMap((table) => withheldColumns(table, withheld))];
}

function isTrainingTable(
  { path, frame }: PublicTable,
  aboutTest: readonly AlignedTable[],
  { targets }: AnswerSheet,
): boolean {
  return targets.some(({ name }) => frame.has(name)) && !aboutTest.some((table) => table.path === path);
}

function targetColumn({ path, frame, rows }: AlignedTable, target: Target): AuditFinding | null {
  if (!frame.has(target.name)) return null;
  const feature = featureOf(target.name, frame.column(target.name), rows);
  if (feature.values.length < 2) return null;
  const equal = shareOfEqual(feature, target);
  return {
    check: "withheld-column",
    severity: equal >= 0.5 ? "high" : "medium",
    what: `A public table about the test set has the target ${target.name}.`,
    where: `public/${path}: ${target.name}`,
    evidence: `${percent(equal)} of its ${rows.length} cells are the answer.`,
    howToCheck: "Compare the column with the answers. If they agree, remove it from the public data.",
  };
}

function shareOfEqual(feature: Feature, { codes, classes }: Target): number {
  // A label may be written as 1, 1.0 or True.
  const plain = (text: string): string => (text !== "" && Number.isFinite(Number(text)) ? String(Number(text)) : text);
  const [cells, answers] = [feature.values.map(plain), classes.map(plain)];
  let equal = 0;
  for (let row = 0; row < codes.length; row += 1) if (cells[feature.codes[row]!] === answers[codes[row]!]) equal += 1;
  return equal / codes.length;
}

function withheldColumns({ path, frame, rows }: AlignedTable, withheld: ReadonlySet<string>): AuditFinding[] {
  const names = frame.names.filter(
    (name) => withheld.has(name) && featureOf(name, frame.column(name), rows).values.length > 1,
  );
  if (names.length === 0) return [];
  return [
    {
      check: "withheld-column",
      severity: "medium",
      what: `Columns that the training data has and the test set does not are in another public table: ${names.slice(0, 8).join(", ")}.`,
      where: `public/${path}`,
      evidence: `The table has ${rows.filter((row) => row >= 0).length} of the ${rows.length} ids of the test set.`,
      howToCheck:
        "Find out why the test set lacks these columns. If they help to tell the answers, remove them here as well.",
    },
  ];
}
