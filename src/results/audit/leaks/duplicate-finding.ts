import type { AuditFinding } from "../finding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { largest, percent } from "./class-agreement.ts";
import { logBinomialTail } from "./probability.ts";

/** Something in the test set that is also in the training data. */
export interface Duplicate {
  /** The row of the answers. */
  readonly answer: number;
  /** The first target's value in the training data; null where unknown. */
  readonly label: string | null;
  readonly where: string;
}

interface Wording {
  readonly check: string;
  readonly what: string;
  readonly howToCheck: string;
  /** How many rows of the answers were looked at. Default: all. */
  readonly compared?: number;
}

/** Fewer duplicates, and a smaller share of the test set, cannot change a result. */
const fewest = 3;
const leastShare = 0.01;
/** Without known labels, or with labels that differ, only many duplicates are worth knowing. */
const manyShare = 0.05;

/**
 * What duplicates mean: `high` if they answer a tenth of the test set, `medium` if their labels agree more often than by chance,
 * `low` if they only are many. Null if there are too few.
 */
export function duplicateFinding(
  duplicates: readonly Duplicate[],
  { targets, ids }: AnswerSheet,
  { check, what, howToCheck, compared = ids.length }: Wording,
): AuditFinding | null {
  const share = duplicates.length / compared;
  if (duplicates.length < fewest || share < leastShare) return null;
  const { codes, classes, kind } = targets[0]!;
  const known = duplicates.filter(({ label }) => label !== null);
  const equal = known.filter(({ answer, label }) => isSame(classes[codes[answer]!]!, label!)).length;
  const chance = kind === "class" ? largest(countOf(codes, classes.length)) / codes.length : 0.5;
  const isTelling = logBinomialTail(equal, known.length, chance) < Math.log(1e-4);
  if (!isTelling && share < manyShare) return null;
  const labels =
    known.length === 0 ? "Their labels are unknown" : `${equal} of ${known.length} have the answer of the test set`;
  return {
    check,
    severity: isTelling ? (equal / compared >= 0.1 ? "high" : "medium") : "low",
    what: `${what}${isTelling ? ", with the same answers" : known.length > 0 ? ", with other answers as often as by chance" : ""}.`,
    where: duplicates[0]!.where,
    evidence: `${duplicates.length} of ${compared} (${percent(share)}). ${labels}${kind === "class" && known.length > 0 ? `; ${percent(chance)} would by chance` : ""}.`,
    howToCheck,
  };
}

/** A label may be written as 1, 1.0 or True. */
function isSame(answer: string, label: string): boolean {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/\.0$/, "")
      .replace(/^true$/, "1")
      .replace(/^false$/, "0");
  return plain(answer) === plain(label);
}

function countOf(codes: Int32Array, classes: number): Uint32Array {
  const counts = new Uint32Array(classes);
  for (const code of codes) counts[code]! += 1;
  return counts;
}
