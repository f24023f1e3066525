import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { PrepareContext, Target } from "../contracts/preparation.ts";
import { asFloats } from "../frame/as-floats.ts";
import { FileWriter } from "../frame/printing/byte-writer.ts";
import { CellPrinter } from "../frame/printing/cell-printer.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { type WalkEntry, walk } from "../lib/files/walk.ts";
import { decodePng } from "../lib/formats/png/decode-png.ts";
import { toGray } from "../lib/formats/png/to-gray.ts";
import { formatPythonFloat } from "../lib/python/python-repr.ts";
import { rootMeanSquaredError } from "../metrics/root-mean-squared-error.ts";
import { placeFiles } from "../prepare/place-files.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "denoising-dirty-documents",
  metric: "Root mean squared error of pixel intensities",
  submissionFormat:
    "Columns id (image_row_column, counted from 1) and value: one row per pixel of every test image, with its intensity from 0 (black) to 1 (white).",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "id", "value");
    requireSameLength(submission, answers);
    finiteFloats(submission.column("value"));
    const aligned = alignById(submission, answers, "id");
    return rootMeanSquaredError(
      asFloats(aligned.answers.column("value")),
      asFloats(aligned.submission.column("value")),
    );
  },

  async prepare(context) {
    const { extract, list, target } = context;
    const images = list(await extract("train.zip", "train")).filter((name) => name.endsWith(".png"));
    const test = new Set(splitList(images, { testSize: 0.2 }).test);

    const files = new Map<Target, string>();
    for await (const { path, absolute } of filesOf(context, "train")) {
      const name = basename(path);
      files.set(path === `train/${name}` && test.has(name) ? `public/test/${name}` : `public/${path}`, absolute);
    }
    // Upstream: the second archive is unpacked on top of the first.
    const answers: string[] = [];
    for await (const { path, absolute } of filesOf(context, "train_cleaned")) {
      const name = basename(path);
      if (path === `train_cleaned/${name}` && test.has(name)) answers.push(absolute);
      else files.set(`public/${path}`, absolute);
    }
    placeFiles(context, files);
    writePixels(answers, target("private/answers.csv"), target("public/sampleSubmission.csv"));
  },
});

/** The files of an archive that holds one folder, by their paths in the archive. */
async function* filesOf({ raw, extract }: PrepareContext, name: string): AsyncGenerator<WalkEntry> {
  const folder = await extract(`${name}.zip`, name);
  // Unpacked by hand, the folder may be next to other raw data.
  const entries = dirname(folder) === raw ? walk(folder, `${name}/`) : walk(dirname(folder));
  for await (const entry of entries) if (entry.type === "file") yield entry;
}

/** Writes one row per pixel: its intensity from 0 to 1 in the answers, 1 in the sample submission. */
function writePixels(images: readonly string[], answersPath: string, samplePath: string): void {
  const [answers, sample] = [new FileWriter(answersPath), new FileWriter(samplePath)];
  const printer = new CellPrinter(2);
  const values = Array.from({ length: 256 }, (_, gray) => `,${formatPythonFloat(gray / 255)}\n`);
  for (const file of [answers, sample]) file.builder.text("id,value\n");
  for (const path of images) {
    const image = decodePng(readFileSync(path));
    toGray(image).forEach((gray, pixel) => {
      const [row, column] = [Math.floor(pixel / image.width) + 1, (pixel % image.width) + 1];
      for (const file of [answers, sample]) printer.text(file.builder, `${basename(path, ".png")}_${row}_${column}`);
      answers.builder.text(values[gray]!);
      sample.builder.text(",1\n");
      for (const file of [answers, sample]) file.flush();
    });
  }
  for (const file of [answers, sample]) file.close();
}
