import { BenchError } from "../../lib/errors.ts";
import { isDiskFullAt } from "../../lib/files/free-disk-bytes.ts";
import { pause } from "../../lib/pause.ts";
import type { RunEnd } from "../record/run-events.ts";

const lookMs = 100;

/** Looks out for a full disk while an agent works: what fails then is not the agent's fault. */
export class DiskWatch {
  readonly #folder: string;
  #wasFull = false;

  /** @param done Aborted when the agent has stopped. */
  constructor(folder: string, done: AbortSignal) {
    this.#folder = folder;
    void this.#watch(done);
  }

  /** @throws BenchError when the agent may have failed, or submitted a part of a file, because there was no room. */
  async requireRoom(end: RunEnd): Promise<void> {
    if (end !== "agent-error" && end !== "finished") return;
    if (!(await isDiskFullAt(this.#folder)) && (end === "finished" || !this.#wasFull)) return;
    throw new BenchError("disk-full", `The disk was full while the agent worked in ${this.#folder}.`);
  }

  async #watch(done: AbortSignal): Promise<void> {
    while (!this.#wasFull && (await pause(lookMs, done))) this.#wasFull = await isDiskFullAt(this.#folder);
  }
}
