import type { Grade } from "../contracts/competition.ts";
import { asText } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import { accuracy } from "../metrics/accuracy.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { countMatches } from "./count-matches.ts";

/**
 * The share of rows with exactly the right text, with rows aligned by id. Both columns are converted with pandas'
 * `astype(str)`, so any content is accepted: numbers are compared as Python prints them.
 */
export function textAccuracyByColumn({ id, target }: IdAndTarget): Grade {
  return (submission, answers) => {
    requireSameLength(submission, answers);
    requireColumns(submission, target, id);
    const aligned = alignById(submission, answers, id);
    return textAccuracy(aligned.answers.column(target), aligned.submission.column(target));
  };
}

function textAccuracy(truth: Column, prediction: Column): number {
  if (truth.kind !== "text" || prediction.kind !== "text") return accuracy(asText(truth), asText(prediction));
  let matches = countMatches(truth, prediction);
  // Upstream: empty cells, "NA", "null", "None" and the like are all read as gaps, and every gap is the text "nan".
  for (let row = 0; row < truth.length; row += 1) if (truth.isGap(row) && prediction.isGap(row)) matches += 1;
  return matches / truth.length;
}
