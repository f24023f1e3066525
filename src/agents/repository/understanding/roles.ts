/** What the words of a path say about the part a module plays, by weight. */
const weights = new Map<string, number>();
const say = (weight: number, words: string): void => {
  for (const word of words.split(" ")) weights.set(word, weight);
};
say(1, "main train trainer training model models pipeline solver solution");
say(0.8, "run predict prediction inference infer engine core network net agent app cli api");
say(
  0.5,
  "dataset datasets data loader features preprocess preprocessing loss losses metric metrics config evaluate eval",
);

/** Folders and files that surround the code that matters, and how much of their importance is left. */
const beside: readonly (readonly [RegExp, number])[] = [
  [/(?:^|\/)(?:tests?|testing|unittests?)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|tests)\.py$/i, 0.2],
  [/(?:^|\/)(?:docs?|third_?party|vendor|vendored|external|_vendor|migrations|\.github)\//i, 0.25],
  [/(?:^|\/)(?:setup|_?version|__version__|__about__|conf|noxfile|versioneer|fabfile)\.py$/i, 0.25],
  [/(?:^|\/)(?:legacy|deprecated|old|archive|benchmarks?|ci)\//i, 0.5],
  [/(?:^|\/)(?:utils?|helpers?|misc|common|compat|logging|logger|types|typing|constants|exceptions|errors)\.py$/i, 0.7],
  [/(?:^|\/)_(?!_)[^/]*\.py$/, 0.7],
  [/(?:^|\/)(?:examples?|demos?|samples?|tutorials?|notebooks?)\//i, 0.6],
];

/** 0 to 1: how much a path sounds like a part that others are built around. */
export function nameWeight(path: string): number {
  const words = path
    .replace(/\.\w+$/, "")
    .toLowerCase()
    .split(/[/_\-.]+/);
  const own = words
    .slice(-3)
    .map((word, index, last) => (weights.get(word) ?? 0) * (index === last.length - 1 ? 1 : 0.6));
  return Math.max(0, ...own);
}

/** What is far from the root matters a little less with every level. */
const levelsAlike = 3;
const perLevel = 0.85;

/** 0 to 1: how much of its importance a module keeps, by where it is. */
export function placeWeight(path: string): number {
  const depth = path.replace(/^src\//, "").split("/").length;
  const byName = Math.min(1, ...beside.flatMap(([pattern, weight]) => (pattern.test(path) ? [weight] : [])));
  return byName * perLevel ** Math.max(0, depth - levelsAlike);
}

export function isTest(path: string): boolean {
  return beside[0]![0].test(path);
}
