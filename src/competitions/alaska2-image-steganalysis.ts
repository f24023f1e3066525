import { asFloats } from "../frame/as-floats.ts";
import { NumberColumn, TextColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireFinite, requireSameLength } from "../grade/checks.ts";
import { CPythonRandom } from "../lib/random/cpython-random.ts";
import { weightedRocAuc } from "../metrics/weighted-roc-auc.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const algorithms = ["JMiPOD", "JUNIWARD", "UERD"];

export default defineCompetition({
  id: "alaska2-image-steganalysis",
  metric: "Weighted area under the ROC curve: true positive rates up to 0.4 count twice",
  submissionFormat:
    "Columns Id and Label. One row per test image; Label is a finite number; higher means a hidden message is more likely.",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "Id", "Label");
    requireFinite(new NumberColumn("Label", "float64", asFloats(submission.column("Label"))));
    const aligned = alignById(submission, answers, "Id");
    return weightedRocAuc(asFloats(aligned.answers.column("Label")), asFloats(aligned.submission.column("Label")));
  },

  async prepare({ list, place, write }) {
    const covers = list("Cover").filter((name) => name.endsWith(".jpg"));
    const { train, test } = splitList(covers, { testSize: 5000, seed: 42 });
    for (const [index, name] of train.entries()) {
      for (const folder of ["Cover", ...algorithms]) {
        place(`${folder}/${name}`, `public/${folder}/${numbered(index, 5)}`);
      }
    }
    const random = new CPythonRandom(0);
    random.shuffle(test);
    const labels = Float64Array.from(test, (name, index) => {
      const isUntouched = random.choice([true, false]);
      const folder = isUntouched ? "Cover" : random.choice(algorithms);
      place(`${folder}/${name}`, `public/Test/${numbered(index, 4)}`);
      return isUntouched ? 0 : 1;
    });
    const ids = test.map((_, index) => numbered(index, 4));
    const answers = TableView.of([TextColumn.from("Id", ids), new NumberColumn("Label", "int64", labels)]);
    write("private/test.csv", answers);
    write("public/sample_submission.csv", answers.with("Label", 0));
  },
});

function numbered(index: number, digits: number): string {
  return `${String(index + 1).padStart(digits, "0")}.jpg`;
}
