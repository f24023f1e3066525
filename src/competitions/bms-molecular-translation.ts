import { asText } from "../frame/as-text.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanLevenshtein } from "../metrics/mean-levenshtein.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "bms-molecular-translation",
  metric: "Mean Levenshtein distance in characters",
  submissionFormat: "Columns image_id and InChI: one row per test image, with the InChI text of the molecule in it.",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "image_id", "InChI");
    const aligned = alignById(submission, answers, "image_id");
    // Upstream: cells are compared as pandas prints them, empty ones as "nan".
    return meanLevenshtein(asText(aligned.answers.column("InChI")), asText(aligned.submission.column("InChI")));
  },

  async prepare(context) {
    const { open, write, place } = context;
    const { train, test } = splitRows(open("train_labels.csv", { defaultFloats: true }), { testSize: 0.2 });
    write("public/train_labels.csv", train);
    write("public/sample_submission.csv", test.with("InChI", "InChI=1S/H2O/h1H2"));
    write("private/test.csv", test);
    place("extra_approved_InChIs.csv", "public/extra_approved_InChIs.csv");
    for (const [part, rows] of Object.entries({ train, test })) {
      const images = asText(rows.column("image_id")).map(nested);
      placeById(context, images, { from: "train", to: `public/${part}`, ending: ".png" });
    }
  },
  checks: {
    disjoint: { train: "public/train_labels.csv", test: "private/test.csv", id: "image_id" },
  },
});

/** The images are in three levels of folders, named after the first characters of the id. */
function nested(id: string): string {
  const [first, second, third] = id;
  return `${first}/${second}/${third}/${id}`;
}
