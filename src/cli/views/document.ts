import { formatTable } from "../output.ts";
import { bold, joinLines, StyledText } from "../styled-text.ts";

/** A part of a document that is printed as text or as Markdown. */
export type Block =
  | { readonly heading: string }
  | { readonly title?: string; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly lines: readonly string[] };

export function formatDocument(blocks: readonly Block[], format: "text" | "md"): StyledText {
  const shown = blocks.filter((block) => !("lines" in block) || block.lines.length > 0);
  const parts = shown.map(format === "md" ? markdownOf : textOf);
  return joinLines(parts.flatMap((part, index) => (index === 0 ? [part] : ["", part])));
}

function textOf(block: Block): StyledText {
  if ("heading" in block) return bold(block.heading);
  if ("lines" in block) return joinLines(block.lines);
  const table = formatTable(block.header, block.rows);
  return block.title === undefined ? table : joinLines([bold(block.title), table]);
}

function markdownOf(block: Block): StyledText {
  if ("heading" in block) return StyledText.of(`## ${escaped(block.heading)}`);
  if ("lines" in block) return joinLines(block.lines.map((line) => `- ${escaped(line)}`));
  const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  const title = block.title === undefined ? [] : [`### ${escaped(block.title)}`, ""];
  return joinLines([...title, row(block.header), row(block.header.map(() => "---")), ...block.rows.map(row)]);
}

/** Text on one line that Markdown shows as it is, whatever an agent or a file was called. */
function escaped(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll(/[\\`*_|<>[\]]/g, "\\$&");
}
