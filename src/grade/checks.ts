import type { Column } from "../frame/column.ts";
import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";

/** Refuses a submission without one of the columns, and names the first one that is missing. */
export function requireColumns(submission: Frame, ...names: readonly string[]): void {
  for (const name of names) {
    if (submission.has(name)) continue;
    const found = submission.names.slice(0, 12).map((column) => `"${column.slice(0, 60)}"`);
    const more = submission.names.length > 12 ? ` and ${submission.names.length - 12} more` : "";
    throw new InvalidSubmission(
      `Column "${name}" is missing. ${found.length === 0 ? "The file is empty." : `Found: ${found.join(", ")}${more}.`}`,
    );
  }
}

/** Refuses a submission with a different number of rows than the answers. */
export function requireSameLength(submission: Frame, answers: Frame): void {
  if (submission.length === answers.length) return;
  const found = submission.length === 1 ? "1 row" : `${submission.length} rows`;
  throw new InvalidSubmission(`The submission has ${found}, expected ${answers.length}.`);
}

/** Refuses text, and booleans with gaps: pandas has both as objects, which it cannot calculate with. */
export function requireNumbers(column: Column): Float64Array {
  if (column.kind === "text") throw notNumbers(column);
  if (column.kind === "bool-with-gaps") {
    throw new InvalidSubmission(`Column "${column.name}" mixes true/false with empty cells: fill every row.`);
  }
  return column.values;
}

/** As `requireNumbers`, but also refuses NaN and infinities, as scikit-learn does. */
export function requireFinite(column: Column): Float64Array {
  const values = requireNumbers(column);
  for (let row = 0; row < values.length; row += 1) {
    if (!Number.isFinite(values[row]!)) {
      const found = Number.isNaN(values[row]!) ? "a gap (NaN)" : "an infinite value";
      throw new InvalidSubmission(
        `Column "${column.name}" holds ${found} in row ${row + 1}; every row needs a number.`,
      );
    }
  }
  return values;
}

/**
 * Refuses a column in which pandas has numbers next to text: it can neither sort nor compare them. Only large files have
 * such columns, because pandas types them in parts.
 */
export function refuseMixed(column: Column): void {
  if (column.kind !== "text" || !column.mixed) return;
  throw new InvalidSubmission(
    `Column "${column.name}" has only numbers (or true and false) in one part of the file and text in another: ` +
      "use one kind of value in all rows.",
  );
}

function notNumbers(column: Column & { kind: "text" }): InvalidSubmission {
  const row = Array.from({ length: Math.min(column.length, 100_000) }, (_, index) => index).find((index) =>
    Number.isNaN(Number(column.at(index) ?? "0")),
  );
  const found =
    row === undefined ? "" : `; row ${row + 1} holds ${JSON.stringify((column.at(row) ?? "").slice(0, 60))}`;
  return new InvalidSubmission(`Column "${column.name}" must contain only numbers${found}.`);
}
