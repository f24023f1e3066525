/** The first few of a list, and how many more there are. */
export function shortList(names: readonly string[]): string {
  return names.length <= 5 ? names.join(", ") : `${names.slice(0, 4).join(", ")} and ${names.length - 4} more`;
}
