import { z } from "zod";

const notebook = z.object({
  cells: z.array(z.object({ cell_type: z.string(), source: z.union([z.string(), z.array(z.string())]).default("") })),
});

/**
 * The code of a notebook's cells, one after another; null when the text is not a notebook. Commands of the notebook itself
 * (`%time`, `!pip`) become comments, so that the rest is Python.
 */
export function notebookCode(text: string): string | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const { success, data } = notebook.safeParse(content);
  if (!success) return null;
  return data.cells
    .filter(({ cell_type }) => cell_type === "code")
    .map(({ source }) => (typeof source === "string" ? source : source.join("")))
    .map((source) => (source.trimStart().startsWith("%%") ? source.replace(/^/gm, "# ") : source))
    .map((source) => source.replace(/^(\s*)([%!?])/gm, "$1# $2"))
    .join("\n\n");
}
