/** How deep the brackets of a JSON text are nested. */
export function nestingOf(json: string): number {
  let [depth, deepest, isQuoted] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += Number(character === "\\");
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
