import { File, FingerprintIndex, type Fragment, Region, TokenizedFile } from "@dodona/dolos-core";
import type { Token } from "./tokenize-python.ts";

/** A program of a run, or a kernel. */
export interface Program {
  /** Unique among the programs that are compared. */
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** Lines of a program, counted from 1, both included. */
export interface Passage {
  readonly firstLine: number;
  readonly lastLine: number;
}

/** How much two programs have in common. */
export interface Similarity {
  /** The share of both programs' fingerprints that the other has, too. */
  readonly similarity: number;
  /** The share of the first program that is in the second, and the other way round. */
  readonly shares: readonly [number, number];
  /** The longest stretch that both have, in tokens, and where it is. */
  readonly longest: number;
  readonly passages: readonly [Passage, Passage] | null;
}

/** Tokens that must agree in a row. Chance agreements of unrelated programs are shorter. */
export const kgramLength = 20;
const kgramsInWindow = 10;

/** A stretch that one program repeats more often, such as a table of numbers, says nothing and takes long to compare. */
const mostRepetitions = 20;

interface Entry {
  readonly file: TokenizedFile;
  /** How many fingerprints count. */
  readonly total: number;
}

/** Compares programs by winnowing. Programs are indexed once; comparing two takes little time. */
export class ProgramIndex {
  readonly #index = new FingerprintIndex(kgramLength, kgramsInWindow);
  readonly #entries = new Map<Program, Entry>();

  constructor(programs: readonly Program[]) {
    const files = programs.map(toFile);
    this.#index.addFiles(files);
    const repeated = this.#index
      .sharedFingerprints()
      .filter((each) => each.files().some((file) => each.occurrencesOf(file).length > mostRepetitions));
    this.#index.addIgnoredHashes(repeated.map(({ hash }) => hash));
    const left = new Map(
      this.#index
        .entries()
        .map(({ file, kgrams, ignored }) => [
          file,
          [...ignored].reduce((total, each) => total - each.occurrencesOf(file).length, kgrams.length),
        ]),
    );
    for (const [at, program] of programs.entries()) {
      this.#entries.set(program, { file: files[at]!, total: left.get(files[at]!)! });
    }
  }

  compare(one: Program, other: Program): Similarity {
    const [left, right] = [this.#entries.get(one)!, this.#entries.get(other)!];
    const pair = this.#index.getPair(left.file, right.file);
    const { leftCovered, rightCovered } = pair;
    const shares = [share(leftCovered, left.total), share(rightCovered, right.total)] as const;
    const similarity = share(leftCovered + rightCovered, left.total + right.total);
    if (leftCovered === 0) return { similarity, shares, longest: 0, passages: null };
    return { similarity, shares, ...longestOf(pair.buildFragments()) };
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function longestOf(fragments: readonly Fragment[]): Pick<Similarity, "longest" | "passages"> {
  const lengths = fragments.map(({ pairs }) => pairs.at(-1)!.left.stop - pairs[0]!.left.start + 1);
  const longest = lengths.reduce((most, each) => Math.max(most, each), 0);
  const { leftSelection, rightSelection } = fragments[lengths.indexOf(longest)]!;
  return { longest, passages: [linesOf(leftSelection), linesOf(rightSelection)] };
}

function toFile({ name, tokens }: Program): TokenizedFile {
  const regions = tokens.map(
    ({ startRow, startColumn, endRow, endColumn }) => new Region(startRow, startColumn, endRow, endColumn),
  );
  // The text is not needed for comparing.
  return new TokenizedFile(
    new File(name, ""),
    tokens.map(({ text }) => text),
    regions,
  );
}

function linesOf({ startRow, endRow }: Region): Passage {
  return { firstLine: startRow + 1, lastLine: endRow + 1 };
}
