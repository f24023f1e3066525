const labelWords = new Set(
  "label labels annotation annotations truth groundtruth answer answers solution solutions target targets".split(" "),
);
const negations = new Set(["no", "non", "un", "without", "missing"]);

/**
 * Whether a name is that of answers: its last word is one for them (`Video.Labels`, `ground_truth`), or it is the name of a
 * target. `no-label` and `label_map` are not.
 */
export function isLabelName(name: string, targets: readonly string[]): boolean {
  if (targets.includes(name)) return true;
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== "");
  return labelWords.has(words.at(-1) ?? "") && !negations.has(words.at(-2) ?? "");
}
