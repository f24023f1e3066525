import { microF1ByWords } from "../grade/micro-f1-by-words.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "facebook-recruiting-iii-keyword-extraction",
  metric: "Micro F1 over tags",
  submissionFormat: "Columns Id and Tags. One row per test question; Tags is its tags, separated by blanks.",
  knownProblems: ["Predicted tags that are nowhere in the answers are ignored instead of counted as wrong."],
  grade: microF1ByWords({ id: "Id", target: "Tags" }),

  async prepare({ extract, open, write }) {
    const questions = open(await extract("Train.zip", "Train.csv"), { kinds: { Id: "text", Tags: "text" } });
    const { train, test } = splitRows(questions, { testSize: 0.1 });
    const unlabelled = test.drop("Tags");
    write("public/train.csv", train);
    write("public/test.csv", unlabelled);
    write("public/sample_submission.csv", unlabelled.with("Tags", "javascript c# python php java"));
    write("private/test.csv", test);
  },
  checks: { hidden: { file: "public/test.csv", columns: ["Tags"] } },
});
