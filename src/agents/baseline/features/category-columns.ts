const fewCategories = 12;

/** A few categories get a column each, many only how common each is and a code by that order. */
export function categoryColumns(texts: readonly (string | null)[]): Float64Array[] {
  const counts = new Map<string | null, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const order = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || (String(a) < String(b) ? -1 : 1));
  const flags = order
    .slice(0, fewCategories)
    .map((category) => Float64Array.from(texts, (text) => (text === category ? 1 : 0)));
  if (order.length <= fewCategories) return flags;
  const codes = new Map(order.map((category, code) => [category, code]));
  return [
    Float64Array.from(texts, (text) => codes.get(text)!),
    Float64Array.from(texts, (text) => counts.get(text)!),
    ...flags,
  ];
}
