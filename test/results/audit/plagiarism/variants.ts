import { readFileSync } from "node:fs";

/** A program of the folder `programs`. All of them solve the same task. */
export function readProgram(name: string): string {
  return readFileSync(new URL(`programs/${name}.py`, import.meta.url), "utf8");
}

/** Written independently of the original: `same-method` uses its library and its method. */
export const independent = ["same-method", "pipeline", "network", "linear"] as const;

const original = readProgram("original");

/** Everything that the program named itself. */
const names =
  `load_tables add_features fit_fold cross_validate main folder train test table column counts means features target fit_rows
   check_rows seed model held_out forecast unknown splitter fold error used name answer DATA FOLDS`.split(/\s+/);

function rename(source: string): string {
  const words = new Map(names.map((name, index) => [name, `v${index}_${name.length}`]));
  // Keywords of libraries, attributes and what is in quotes stay.
  return source.replaceAll(/"[^"]*"|\.\w+|\b\w+\b/g, (word) => words.get(word) ?? word);
}

/** The functions and what is before and after them. */
function parts(source: string): { head: string; functions: string[]; tail: string } {
  const pieces = source.split(/^(?=def |if __name__)/m);
  return { head: pieces[0]!, functions: pieces.slice(1, -1), tail: pieces.at(-1)! };
}

function reorder(source: string): string {
  const { head, functions, tail } = parts(source);
  return [head, ...functions.toReversed(), tail].join("");
}

/** Other indentation, a line per argument, no comments and no documentation. */
function reformat(source: string): string {
  return source
    .replaceAll(/"""[^"]*"""/g, "")
    .replaceAll(/^ *#.*\n/gm, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.replaceAll("    ", "  "))
    .map((line) =>
      /\(.*, .*\)/.test(line) && !/^\s*for |"/.test(line) ? line.replaceAll(", ", ",\n          ") : line,
    )
    .join("\n");
}

function halfCopied(): string {
  const own = readProgram("pipeline");
  const { head, functions } = parts(original);
  return [head, ...functions.slice(0, 3), own].join("\n");
}

/** Copies of the original, from the plainest to the best hidden. */
export const copies: Readonly<Record<string, string>> = {
  copied: original,
  reformatted: reformat(original),
  renamed: rename(original),
  reordered: reorder(original),
  "renamed, reordered and reformatted": reformat(reorder(rename(original))),
  "half copied": halfCopied(),
};
