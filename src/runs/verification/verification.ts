/** Something that differs from the record. */
export interface Problem {
  /** Relative to the verified folder. */
  readonly file: string;
  /** What was expected and what was found, in one sentence. */
  readonly problem: string;
}

/** The result of checking a group or a run. */
export interface Verification {
  readonly folder: string;
  readonly kind: "group" | "run";
  /** The hash of the last line of its journal. Keep a copy to prove later that nothing was changed or removed. */
  readonly head: string;
  readonly problems: readonly Problem[];
  /** Harmless findings that a reader should know: runs without an end, a line torn by a killed host. */
  readonly notes: readonly Problem[];
  /** Which changes this check cannot detect, in one sentence. Null when a kept head vouches for the whole record. */
  readonly unchecked: string | null;
  /** Runs in the plan, and how many of them have not ended. */
  readonly runs: number;
  readonly unfinished: number;
  /** Files that were hashed. */
  readonly files: number;
  readonly bytes: number;
}

/** Collects findings. */
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

  /** Adds the findings of a folder inside this one. */
  add(other: Findings, folder: string): void {
    for (const { file, problem } of other.problems) this.problem(`${folder}/${file}`, problem);
    for (const { file, problem } of other.notes) this.note(`${folder}/${file}`, problem);
    this.files += other.files;
    this.bytes += other.bytes;
  }
}

/** A hash as messages show it. */
export function short(hash: string): string {
  return /^[0-9a-f]{64}$/.test(hash) ? `${hash.slice(0, 16)}…` : `\`${hash}\``;
}
