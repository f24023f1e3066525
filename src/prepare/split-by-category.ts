import { BenchError } from "../lib/errors.ts";
import type { JsonFile, JsonList } from "../lib/json/json-file.ts";
import { memberOf } from "../lib/json/json-record.ts";
import { CPythonRandom } from "../lib/random/cpython-random.ts";
import { splitList } from "./split.ts";

export interface CategorySplitOptions {
  readonly testSize: number;
  /** The member that holds an image's id. */
  readonly imageId: string;
  /** Categories of fewer than five images give their last one to test, those of one image none. Default: true. */
  readonly sparesSmall?: boolean;
}

/** A file's images, each with the annotation at the same place, in two parts that both have every category. */
export interface CategorySplit {
  readonly annotations: JsonList;
  readonly images: JsonList;
  /** Category of every image. */
  readonly categories: Float64Array;
  /** Places of the train images, category by category in the order of their first appearance. */
  readonly train: readonly number[];
  /** Places of the test images in random order. */
  readonly test: readonly number[];
}

/** Splits `annotations` and `images` of a COCO file category by category, each from the same seed, and shuffles the test part. */
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
        `Annotation ${place} is about image ${annotated} and category ${category}; image ${image} and a category number are expected.`,
      );
    }
    categories[place] = category;
    place += 1;
  }
  paired.return();
  return categories;
}
