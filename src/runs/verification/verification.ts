/** Something that is not as it was recorded. */
export interface Problem {
  /** Relative to the folder that is verified. */
  readonly file: string;
  /** What was expected and what was found, in one sentence. */
  readonly problem: string;
}

/** What a check of a group or a run found. */
export interface Verification {
  readonly folder: string;
  readonly kind: "group" | "run";
  /** The hash of the last line of its journal: whoever notes it down can tell later that nothing was changed or cut off. */
  readonly head: string;
  readonly problems: readonly Problem[];
  /** What a reader should know and nobody is to blame for: runs without an end, a line torn by a killed host. */
  readonly notes: readonly Problem[];
  /** Runs in the plan, and those that have not ended. */
  readonly runs: number;
  readonly unfinished: number;
  /** Files that were hashed. */
  readonly files: number;
  readonly bytes: number;
}

/** Collects what is found on the way. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly notes: Problem[] = [];
  files = 0;
  bytes = 0;

  problem(file: string, problem: string): void {
    this.problems.push({ file, problem });
  }

  note(file: string, problem: string): void {
    this.notes.push({ file, problem });
  }

  /** Takes over what was found in a folder inside. */
  add(other: Findings, folder: string): void {
    const inside = ({ file, problem }: Problem) => ({ file: `${folder}/${file}`, problem });
    this.problems.push(...other.problems.map(inside));
    this.notes.push(...other.notes.map(inside));
    this.files += other.files;
    this.bytes += other.bytes;
  }
}

/** A hash in a sentence. */
export function short(hash: string): string {
  return /^[0-9a-f]{64}$/.test(hash) ? `${hash.slice(0, 16)}…` : `\`${hash}\``;
}
