/**
 * Column names as pandas makes them from a header row: an empty name becomes `Unnamed: <position>`, a repeated name
 * gets the first free suffix `.1`, `.2`, ... Named columns come first, then unnamed ones.
 */
export function columnNames(header: readonly string[]): string[] {
  const names = header.map((name, position) => (name === "" ? `Unnamed: ${position}` : name));
  const positions = [...header.keys()];
  const order = [
    ...positions.filter((position) => header[position] !== ""),
    ...positions.filter((position) => header[position] === ""),
  ];
  const taken = new Map<string, number>();
  const present = new Map<string, number>();
  for (const name of names) present.set(name, (present.get(name) ?? 0) + 1);
  for (const position of order) {
    const original = names[position]!;
    let name = original;
    let count = taken.get(name) ?? 0;
    while (count > 0) {
      taken.set(original, count + 1);
      name = `${original}.${count}`;
      count = present.has(name) ? count + 1 : (taken.get(name) ?? 0);
    }
    if (name !== original) {
      present.set(original, present.get(original)! - 1);
      if (present.get(original) === 0) present.delete(original);
      present.set(name, 1);
    }
    names[position] = name;
    taken.set(name, count + 1);
  }
  return names;
}
