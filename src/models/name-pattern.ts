/** Whether a model's name matches a pattern, in which `*` stands for any text: `openai/gpt-*`. */
export function matchesPattern(name: string, pattern: string): boolean {
  const literal = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${pattern.split("*").map(literal).join(".*")}$`, "s").test(name);
}
