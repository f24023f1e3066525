import { asText } from "../frame/as-text.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignByIdSet } from "../grade/align-by-id-set.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanPrecisionOfLists } from "../grade/mean-precision-of-lists.ts";
import { rowsNotIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { placeFiles } from "../prepare/place-files.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "hotel-id-2021-fgvc8",
  metric: "Mean average precision at 5",
  submissionFormat:
    "Columns image and hotel_id: one row per test image, with up to five hotel ids separated by single blanks, best first.",
  knownProblems: [
    "If every row has a single hotel id, one empty cell turns all ids into decimal numbers, and nothing matches.",
  ],
  grade(submission, answers) {
    requireColumns(submission, "image", "hotel_id");
    requireSameLength(submission, answers);
    return meanPrecisionOfLists(alignByIdSet(submission, answers, "image"), { target: "hotel_id", k: 5 });
  },

  async prepare(context) {
    const { open, write } = context;
    // This image occurs twice and could end up in both parts.
    const images = rowsNotIn(open("train.csv"), "image", ["ce27d36c9147cc19.jpg"]);
    const { train, test } = splitRows(images, { testSize: 0.1 });
    write("public/train.csv", train);
    write(
      "public/sample_submission.csv",
      test.select("image", "hotel_id").with("hotel_id", "36363 53586 18807 64314 60181"),
    );
    write("private/test.csv", test);

    // Train images stay in the folders of their hotel chains; test images must not reveal them.
    const trainImages = paths(train).map(({ chain, image }) => `${chain}/${image}`);
    placeById(context, trainImages, { from: "train_images", to: "public/train_images", ending: "" });
    const testImages = paths(test).map(
      ({ chain, image }) => [`public/test_images/${image}`, `train_images/${chain}/${image}`] as const,
    );
    placeFiles(context, new Map(testImages));
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "image" },
  },
});

function paths(images: TableView): { chain: string; image: string }[] {
  const chains = asText(images.column("chain"));
  return asText(images.column("image")).map((image, row) => ({ chain: chains[row]!, image }));
}
