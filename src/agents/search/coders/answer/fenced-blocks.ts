/** A block between two fences of a markdown text. */
export interface FencedBlock {
  /** What follows the opening fence: a language, a path, or both. */
  readonly info: string;
  /** The last line with text before it; empty at the beginning and right after another block. */
  readonly lineBefore: string;
  readonly content: string;
}

export interface FencedText {
  readonly blocks: readonly FencedBlock[];
  /** The lines before the first block. */
  readonly opening: string;
  /** All lines outside of blocks. */
  readonly outside: readonly string[];
  /** What follows the opening fence of a block that is not closed; null when all are. */
  readonly unclosed: string | null;
}

/** Finds the fenced blocks of a text. Fences inside of a block are content where each has its end. */
export function findBlocks(text: string): FencedText {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const nested = parse(lines, true);
  return nested.unclosed === null ? nested : parse(lines, false);
}

interface OpenBlock {
  readonly info: string;
  readonly lineBefore: string;
  readonly first: number;
  /** The lengths of its own fence and of those open inside of it. */
  readonly fences: number[];
  readonly mark: string;
}

/** @param nests Whether a fence with a language inside of a block opens an inner one; otherwise it ends the block. */
function parse(lines: readonly string[], nests: boolean): FencedText {
  const blocks: FencedBlock[] = [];
  const outside: string[] = [];
  let firstBlock = lines.length;
  let open: OpenBlock | null = null;
  let lineBefore = "";
  const close = (end: number): void => {
    const { info, lineBefore: before, first } = open!;
    blocks.push({ info, lineBefore: before, content: lines.slice(first, end).join("\n") });
    open = null;
    lineBefore = "";
  };
  for (const [index, line] of lines.entries()) {
    const fence = readFence(line);
    const current = open as OpenBlock | null;
    if (current === null) {
      if (fence !== null) {
        firstBlock = Math.min(firstBlock, index);
        open = { info: fence.info, lineBefore, first: index + 1, fences: [fence.length], mark: fence.mark };
      } else {
        outside.push(line);
        if (line.trim() !== "") lineBefore = line.trim();
      }
    } else if (fence !== null && fence.mark === current.mark && fence.length >= current.fences.at(-1)!) {
      if (fence.info === "") current.fences.pop();
      else if (nests) current.fences.push(fence.length);
      else {
        close(index);
        open = { info: fence.info, lineBefore: "", first: index + 1, fences: [fence.length], mark: fence.mark };
      }
      if (current.fences.length === 0) close(index);
    }
  }
  const opening = lines.slice(0, firstBlock).join("\n");
  return { blocks, opening, outside, unclosed: (open as OpenBlock | null)?.info ?? null };
}

function readFence(line: string): { readonly mark: string; readonly length: number; readonly info: string } | null {
  const found = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (found === null) return null;
  const [, fence = "", rest = ""] = found;
  const mark = fence[0]!;
  // Text in backticks, such as ```x```, is not a fence.
  return mark === "`" && rest.includes("`") ? null : { mark, length: fence.length, info: rest.trim() };
}
