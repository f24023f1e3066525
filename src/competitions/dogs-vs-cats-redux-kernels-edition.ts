import { join } from "node:path";
import { NumberColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { logLossByColumn } from "../grade/log-loss-by-column.ts";
import { splitList } from "../prepare/split.ts";
import { zipById } from "../prepare/zip-by-id.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "dogs-vs-cats-redux-kernels-edition",
  metric: "Log loss",
  submissionFormat:
    "Columns id and label. One row per test image; label is the probability (0 to 1) that it shows a dog.",
  rounding: "python",
  grade: logLossByColumn({ id: "id", target: "label" }),

  async prepare(context) {
    const { extract, list, place, write } = context;
    const folder = await extract("train.zip", "train");
    const images = splitList(
      list(folder).filter((name) => name.endsWith(".jpg")),
      { testSize: 0.1 },
    );
    const counts = { cat: 0, dog: 0 };
    const trainNames = images.train.map((name) => {
      const kind = name.includes("cat") ? "cat" : "dog";
      return `${kind}.${counts[kind]++}.jpg`;
    });
    const testNames = images.test.map((_, index) => `${index + 1}.jpg`);
    for (const [index, name] of images.train.entries()) place(join(folder, name), `public/train/${trainNames[index]!}`);
    for (const [index, name] of images.test.entries()) place(join(folder, name), `public/test/${testNames[index]!}`);
    // Upstream: the folders are kept next to the archives made of them.
    await zipById(context, trainNames, { from: join(context.public, "train"), to: "public/train.zip" });
    await zipById(context, testNames, { from: join(context.public, "test"), to: "public/test.zip" });

    const numbers = Float64Array.from(images.test, (_, index) => index + 1);
    const isDog = Float64Array.from(images.test, (name) => (name.includes("dog") ? 1 : 0));
    const answers = TableView.of([new NumberColumn("id", "int64", numbers), new NumberColumn("label", "int64", isDog)]);
    write("private/answers.csv", answers);
    write("public/sample_submission.csv", answers.with("label", { float: 0.5 }));
  },
});
