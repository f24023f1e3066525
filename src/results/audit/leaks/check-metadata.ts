import { open } from "node:fs/promises";
import { isImage } from "../../../agents/baseline/reading/image-file.ts";
import { type ImageTexts, imageTexts } from "../../../lib/formats/image-texts.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { textFeature } from "./feature.ts";
import type { LocatedFiles } from "./locate-files.ts";
import type { AuditedFile } from "./public-files.ts";
import type { Suspicions } from "./suspicions.ts";

/** Metadata comes before the picture. */
const startBytes = 65_536;
const mostImages = 5000;

/** Whether texts in the test images' metadata (Exif, comments) tell the answers. */
export async function checkMetadata(located: LocatedFiles, sheet: AnswerSheet, suspicions: Suspicions): Promise<void> {
  const texts = new Map<number, ImageTexts>();
  for (const [row, files] of located) {
    const image = files.find((file) => isImage(file) && file.isReadable);
    if (image === undefined || texts.size >= mostImages) continue;
    texts.set(row, imageTexts(await readBeginning(image)));
  }
  const names = new Set([...texts.values()].flatMap((each) => [...each.keys()]));
  for (const name of names) {
    const feature = textFeature(
      name,
      sheet.ids.map((_, row) => texts.get(row)?.get(name) ?? null),
    );
    suspicions.compare(feature, sheet.targets, {
      check: "telling-metadata",
      where: `the metadata of the test images: ${name}`,
      least: 0.8,
      describe: (target, isPart) =>
        `The text ${name} in the test images tells ${target}${isPart ? " for a part of the rows" : ""}.`,
      howToCheck:
        "Read the metadata of some test images (`exiftool FILE`). If it tells the answers, remove it from all images.",
    });
  }
}

async function readBeginning({ absolute, read, bytes }: AuditedFile): Promise<Buffer> {
  if (absolute === null) return (await read()).subarray(0, startBytes);
  const file = await open(absolute);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(bytes, startBytes)));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
