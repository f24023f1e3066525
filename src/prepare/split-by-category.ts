import { BenchError } from "../lib/errors.ts";
import type { JsonFile, JsonList } from "../lib/json/json-file.ts";
import { memberOf } from "../lib/json/json-record.ts";
import { CPythonRandom } from "../lib/random/cpython-random.ts";
import { splitList } from "./split.ts";

export interface CategorySplitOptions {
  readonly testSize: number;
  /** The member with an image's id. */
  readonly imageId: string;
  /** Whether categories of two to four images give only their last one to the test set. Default: true. */
  readonly sparesSmall?: boolean;
}

/** The images of a file, each with the annotation at the same index, split so that both parts have every category. */
export interface CategorySplit {
  readonly annotations: JsonList;
  readonly images: JsonList;
  /** The category of every image. */
  readonly categories: Float64Array;
  /** Indices of the train images, by category in order of first appearance. */
  readonly train: readonly number[];
  /** Indices of the test images, in random order. */
  readonly test: readonly number[];
}

/** Splits the images of a COCO file category by category, each with the same seed, and shuffles the test part. */
export function splitByCategory(file: JsonFile, options: CategorySplitOptions): CategorySplit {
  const annotations = file.list("annotations");
  const images = file.list("images");
  const categories = readCategories(annotations, images, options.imageId);
  const placesByCategory = new Map<number, number[]>();
  for (const [place, category] of categories.entries()) {
    const places = placesByCategory.get(category);
    if (places === undefined) placesByCategory.set(category, [place]);
    else places.push(place);
  }
  const train: number[] = [];
  const test: number[] = [];
  for (const places of placesByCategory.values()) {
    const parts = splitCategory(places, options);
    for (const place of parts.train) train.push(place);
    for (const place of parts.test) test.push(place);
  }
  new CPythonRandom(0).shuffle(test);
  return { annotations, images, categories, train, test };
}

function splitCategory(places: number[], { testSize, sparesSmall = true }: CategorySplitOptions) {
  if (!sparesSmall || places.length >= 5) return splitList(places, { testSize });
  const trainCount = Math.max(1, places.length - 1);
  return { train: places.slice(0, trainCount), test: places.slice(trainCount) };
}

function readCategories(annotations: JsonList, images: JsonList, imageId: string): Float64Array {
  const categories = new Float64Array(Math.min(annotations.length, images.length));
  const paired = images.read();
  let place = 0;
  for (const annotation of annotations.read()) {
    if (place === categories.length) break;
    const image = memberOf(paired.next().value!, imageId);
    const annotated = memberOf(annotation, "image_id");
    const category = memberOf(annotation, "category_id");
    if (annotated !== image || typeof category !== "number") {
      throw new BenchError(
        "malformed-raw-data",
        `Annotation ${place}: found image ${annotated} and category ${category}, expected image ${image} and a number.`,
      );
    }
    categories[place] = category;
    place += 1;
  }
  paired.return();
  return categories;
}
