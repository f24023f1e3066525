import { chmodSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { join, relative } from "node:path";
import { hasCode } from "../../lib/error-code.ts";
import type { DroppedGroup, DropReason } from "../record/run-events.ts";

const mostExamples = 5;

/**
 * Files of an agent that are not kept: moved out of the way, which is quick even for a tree of millions, and counted by
 * reason. They are removed together with the run's workspace.
 */
export class DroppedFiles {
  readonly #folder: string;
  readonly #place: string;
  readonly #groups = new Map<DropReason, { count: number; examples: string[] }>();
  #bin: string | null = null;

  /** @param folder The run's folder. @param place Where to move them: a folder of the same disk. */
  constructor(folder: string, place: string) {
    this.#folder = folder;
    this.#place = place;
  }

  /** Moves a file, or a folder, which counts as one. */
  move(path: string | Buffer, why: DropReason): void {
    const group = this.#groups.get(why) ?? { count: 0, examples: [] };
    this.#groups.set(why, group);
    group.count += 1;
    if (group.examples.length < mostExamples) group.examples.push(relative(this.#folder, path.toString()));
    this.#bin ??= this.#makeBin();
    moveAway(path, join(this.#bin, `${why}-${group.count}`));
  }

  #makeBin(): string {
    mkdirSync(this.#place, { recursive: true });
    return mkdtempSync(join(this.#place, "dropped-"));
  }

  get total(): number {
    return [...this.#groups.values()].reduce((sum, { count }) => sum + count, 0);
  }

  groups(): DroppedGroup[] {
    return [...this.#groups].map(([why, group]) => ({ why, ...group }));
  }
}

/** Only a folder that its owner may write can be moved to another one, and the agent may have closed it. */
function moveAway(path: string | Buffer, target: string): void {
  try {
    renameSync(path, target);
  } catch (error) {
    if (!hasCode(error, "EACCES")) throw error;
    chmodSync(path, 0o700);
    renameSync(path, target);
  }
}
