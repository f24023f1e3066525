/** Words of every description of a task, which say nothing about it, and those of every program. */
const common = new Set(
  (
    "a an and are as at be by can for from has have in is it its of on or that the this to was were will with you your not all each any " +
    "self cls def class return none true false import init args kwargs " +
    "competition submission submissions file files data test train training csv column columns row rows id value values set team " +
    "prize kaggle rules evaluation description overview participants"
  ).split(" "),
);

/** The words of a text or of identifiers, in lower case and singular: `ImageLoader` and `image_loaders` have the same. */
export function splitWords(text: string): string[] {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase();
  return (words.match(/[\p{L}\p{N}]{2,40}/gu) ?? []).filter((word) => !common.has(word)).map(singular);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
