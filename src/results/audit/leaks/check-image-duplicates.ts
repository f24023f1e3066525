import { isImage } from "../../../agents/baseline/reading/image-file.ts";
import { QuickRandom } from "../../../lib/random/quick-random.ts";
import type { AuditFinding } from "../finding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { duplicateFinding } from "./duplicate-finding.ts";
import type { LocatedFiles } from "./locate-files.ts";
import { distance, hashPicture, likeness, type PictureHash } from "./picture-hash.ts";
import type { AuditedFile } from "./public-files.ts";
import type { LabelOf } from "./training-labels.ts";

/** Of 256 bits, so many may differ at most; fewer if pictures of this competition are alike anyway. */
const mostBits = 24;
const leastLikeness = 0.99;
/** Decoding is slow: so many bytes of each part are decoded. */
const mostBytes = 2e8;

interface Hashed {
  readonly file: AuditedFile;
  readonly hash: PictureHash;
}

/** Images of the test set that show the same as training images: scaled, compressed or brightened copies. */
export async function checkImageDuplicates(
  training: readonly AuditedFile[],
  located: LocatedFiles,
  sheet: AnswerSheet,
  options: { readonly labelOf: LabelOf; readonly images: number },
): Promise<{ readonly findings: readonly AuditFinding[]; readonly images: number }> {
  const rowOf = new Map([...located].flatMap(([row, files]) => files.map((file) => [file, row] as const)));
  const [test, train] = [await hashAll([...rowOf.keys()], options.images), await hashAll(training, options.images)];
  const images = test.length + train.length;
  if (test.length === 0 || train.length === 0) return { findings: [], images };
  const limit = nearest(test, train);
  const duplicates = test.flatMap(({ file, hash }) => {
    const twin = train.find((each) => distance(hash, each.hash) <= limit && isCopy(file, hash, each));
    if (twin === undefined) return [];
    const where = `public/${file.path} ≈ public/${twin.file.path}`;
    return [{ answer: rowOf.get(file)!, label: options.labelOf(twin.file.path), where }];
  });
  const finding = duplicateFinding(duplicates, sheet, {
    check: "duplicate-images",
    what: "Images of the test set show the same as training images",
    compared: new Set(test.map(({ file }) => rowOf.get(file))).size,
    howToCheck: "Open both images. If they show the same thing, remove it from one of the two parts.",
  });
  return { findings: finding === null ? [] : [finding], images };
}

/** Copies to the byte are reported as duplicate files. */
function isCopy(file: AuditedFile, hash: PictureHash, other: Hashed): boolean {
  const isSameFile = file.digest !== null && file.digest === other.file.digest;
  return !isSameFile && likeness(hash, other.hash) >= leastLikeness;
}

/** The distance below which two pictures are the same: a third of what is rare among random pairs. */
function nearest(test: readonly Hashed[], train: readonly Hashed[]): number {
  const random = new QuickRandom(0);
  const pick = (list: readonly Hashed[]): Hashed => list[Math.floor(random.next() * list.length)]!;
  const distances = Array.from({ length: 5000 }, () => distance(pick(test).hash, pick(train).hash)).sort(
    (a, b) => a - b,
  );
  const rare = Math.max(0.01, 2 / train.length);
  return Math.min(mostBits, Math.floor(distances[Math.floor(rare * distances.length)]! / 3));
}

async function hashAll(files: readonly AuditedFile[], most: number): Promise<Hashed[]> {
  const candidates = files.filter((file) => isImage(file) && file.isReadable);
  if (candidates.length === 0) return [];
  // Loaded here: most competitions have no images.
  const { decodeImage } = await import("../../../agents/baseline/features/decode-image.ts");
  const step = Math.max(1, candidates.length / most);
  const hashed: Hashed[] = [];
  let bytes = 0;
  for (let place = 0; place < candidates.length && bytes < mostBytes; place += step) {
    const file = candidates[Math.floor(place)]!;
    bytes += file.bytes;
    try {
      const hash = hashPicture(await decodeImage(await file.read()));
      if (hash !== null) hashed.push({ file, hash });
    } catch {
      // A damaged image is not compared.
    }
  }
  return hashed;
}
