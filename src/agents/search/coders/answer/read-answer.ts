import type { FileChanges } from "../../parts.ts";
import { shortSummary } from "../short-summary.ts";
import { fitsLanguage, pathOf } from "./block-path.ts";
import { type FencedBlock, type FencedText, findBlocks } from "./fenced-blocks.ts";
import { safePath } from "./safe-path.ts";

/** What an answer changes. */
export interface AnsweredChanges extends FileChanges {
  /** What the answer says about them. */
  readonly summary: string;
}

const mostAnswerCharacters = 1_000_000;
const mostFiles = 50;

/**
 * Reads the files out of an answer: fenced blocks with a path, or a single block without one, which is the entry point. Of
 * several versions of a file, the last counts.
 *
 * @returns An error for the model to read when there is nothing to use.
 */
export function readAnswer(text: string, program: string): AnsweredChanges | Error {
  if (text.trim() === "") return new Error("The answer is empty.");
  if (text.length > mostAnswerCharacters)
    return new Error(`The answer is longer than ${mostAnswerCharacters.toLocaleString("en-US")} characters.`);
  const found = findBlocks(text);
  if (found.unclosed !== null)
    return new Error(`The block \`${found.unclosed.slice(0, 80)}\` is not closed. Was the answer cut off? Write less.`);
  const named = nameBlocks(found.blocks, program);
  if (named instanceof Error) return named;
  const changes = collect(named, deletionsIn(found), program);
  return changes instanceof Error ? changes : { ...changes, summary: summaryOf(found) };
}

type NamedBlock = readonly [path: string, content: string];

function nameBlocks(blocks: readonly FencedBlock[], program: string): readonly NamedBlock[] | Error {
  const named = blocks.flatMap((block) => {
    const path = pathOf(block);
    return path === null ? [] : [[path, block.content] as const];
  });
  if (named.length > 0 || blocks.length === 0) return named;
  const programs =
    blocks.length === 1 ? blocks : blocks.filter((block) => block.info !== "" && fitsLanguage(block, program));
  if (programs.length === 1) return [[program, programs[0]!.content]];
  return new Error(`The answer has ${blocks.length} blocks, and none says which file it is.`);
}

/** @example "DELETE old_model.py" */
function deletionsIn({ outside }: FencedText): string[] {
  return outside.flatMap((line) =>
    line.length > 300 ? [] : (/^\s*DELETE:?\s+`?([^\s`]+)`?\s*$/.exec(line)?.[1] ?? []),
  );
}

function collect(named: readonly NamedBlock[], deletions: readonly string[], program: string): FileChanges | Error {
  const written = new Map<string, string>();
  for (const [given, content] of named) {
    const path = safePath(given);
    if (path instanceof Error) return path;
    if (content.includes("\0")) return new Error(`${path} contains NUL characters: it is not a text file.`);
    if (content.trim() === "" && path === program) return new Error(`${path} is empty.`);
    written.set(path, `${content}\n`);
  }
  const deleted: string[] = [];
  for (const given of deletions) {
    const path = safePath(given);
    if (path instanceof Error) return path;
    if (!written.has(path)) deleted.push(path);
  }
  const files = written.size + deleted.length;
  if (files === 0) return new Error("The answer has no fenced block, so it has no file.");
  if (files > mostFiles) return new Error(`The answer has ${files} files; at most ${mostFiles} are allowed.`);
  return { written, deleted };
}

/** The text before the first block; without one, all text outside of blocks. */
function summaryOf({ opening, outside }: FencedText): string {
  const text = opening.trim() === "" ? outside.join("\n") : opening;
  return shortSummary(text);
}
