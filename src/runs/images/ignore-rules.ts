/** Whether a path of a build context (relative, with `/` between components) is excluded. */
type IsIgnored = (path: string) => boolean;

/**
 * The rules of a `.dockerignore`: one pattern per line, the last match decides, `!` includes again, `**` is any number of
 * folders, and a rule for a folder applies to everything in it. The engine itself does not read the file.
 */
export function ignoreRules(text: string): IsIgnored {
  const rules = text
    .split(/\r?\n/)
    .map((line) => (line.startsWith("#") ? "" : line.trim()))
    .filter((line) => line !== "")
    .map((line) => ({ ignores: !line.startsWith("!"), pattern: toExpression(line.replace(/^!\s*/, "")) }));
  return (path) => {
    const parts = path.split("/");
    const places = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    return rules.findLast(({ pattern }) => places.some((place) => pattern.test(place)))?.ignores ?? false;
  };
}

function toExpression(pattern: string): RegExp {
  const clean = pattern
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
  const tokens = clean.match(/\*\*\/|\*\*|\*|\?|\[[^\]]*\]|\\.|./gsu) ?? [];
  return new RegExp(`^${tokens.map(toSource).join("")}$`, "u");
}

function toSource(token: string): string {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token.length > 2 && token.startsWith("[")) return token;
  return token.replace(/^\\(?=.)/, "").replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
}
