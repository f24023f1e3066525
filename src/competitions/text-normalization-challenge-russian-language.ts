import { textAccuracyByColumn } from "../grade/text-accuracy-by-column.ts";
import { textNormalization } from "../prepare/text-normalization.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "text-normalization-challenge-russian-language",
  metric: "Accuracy",
  submissionFormat:
    "Columns id (sentence number, underscore, token number) and after: one row per test token, with the token as it is spoken in Russian.",
  knownProblems: [
    "Tokens such as NA, null, None and nan are read as missing values, in the answers too: an empty cell or any of these words is correct there.",
  ],
  rounding: "python",
  grade: textAccuracyByColumn({ id: "id", target: "after" }),
  prepare: textNormalization({ language: "ru", keepsKind: false }),
});
