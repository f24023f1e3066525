type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * One record per image of a COCO file, with the category of its first annotation. Null if the JSON is not COCO. Categories become
 * text: they are written as numbers, but they are names.
 */
export function cocoRecords(json: JsonRecord): JsonRecord[] | null {
  const { images, annotations } = json;
  if (
    !Array.isArray(images) ||
    !images.every((image) => typeof image?.id === "string" || typeof image?.id === "number")
  ) {
    return null;
  }
  const categories = new Map<unknown, unknown>();
  for (const annotation of Array.isArray(annotations) ? annotations : []) {
    const { image_id: image, category_id: category } = annotation ?? {};
    if (category !== undefined && !categories.has(image)) categories.set(image, String(category));
  }
  if (categories.size === 0) return images;
  return images
    .filter(({ id }) => categories.has(id))
    .map((image) => ({ ...image, category_id: categories.get(image.id) }));
}
