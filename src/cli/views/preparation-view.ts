import { formatBytes } from "../../lib/format-bytes.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { visibleText } from "../../lib/visible-text.ts";
import type { PreparationProgress } from "../../runs/preparation/preparation-progress.ts";
import type { PreparationResult } from "../../runs/preparation/prepare-batch.ts";
import { note } from "../output.ts";
import { cutToWidth } from "./cut-to-width.ts";
import { Screen } from "./screen.ts";

const liveIntervalMs = 100;
const plainIntervalMs = 10_000;

/** Progress of several preparations: a live line for each on a terminal, an occasional line elsewhere. */
export class PreparationView {
  readonly #screen = process.stderr.isTTY === true ? new Screen(process.stderr) : null;
  readonly #total: number;
  readonly #lines = new Map<string, string>();
  readonly #lastNoted = new Map<string, number>();
  readonly #warnings = new Set<string>();
  #done = 0;
  #lastDrawn = 0;

  constructor(total: number) {
    this.#total = total;
  }

  update(id: string, progress: PreparationProgress): void {
    if (progress.phase === "warning") {
      this.#warn(progress.message);
      return;
    }
    const now = performance.now();
    this.#lines.set(id, `${id}: ${describeProgress(progress)}`);
    if (this.#screen !== null) {
      if (now - this.#lastDrawn < liveIntervalMs) return;
      this.#lastDrawn = now;
      this.#draw();
      return;
    }
    const last = this.#lastNoted.get(id) ?? (progress.phase === "wait" ? Number.NEGATIVE_INFINITY : now);
    if (now - last >= plainIntervalMs || progress.phase === "retry") {
      note(this.#lines.get(id)!);
      this.#lastNoted.set(id, now);
    } else if (!this.#lastNoted.has(id)) this.#lastNoted.set(id, now);
  }

  finish(result: PreparationResult): void {
    this.#done += 1;
    this.#lines.delete(result.competitionId);
    this.#draw();
    const counted = this.#total > 1 ? `[${this.#done}/${this.#total}] ` : "";
    note(`${counted}${describeResult(result)}`);
  }

  /** Removes the lines that are kept up to date. */
  end(): void {
    this.#screen?.end();
  }

  /** Several competitions may have the same warning; it is shown once. */
  #warn(message: string): void {
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    note(`warning: ${message}`);
  }

  #draw(): void {
    const width = (process.stderr.columns ?? 100) - 1;
    this.#screen?.draw(Array.from(this.#lines.values(), (line) => cutToWidth(visibleText(line), width)));
  }
}

/** What a preparation is doing, in a few words. */
function describeProgress(progress: PreparationProgress): string {
  switch (progress.phase) {
    case "wait":
      return `waiting for process ${progress.pid}, which is preparing it`;
    case "warning":
      return progress.message;
    case "download": {
      const of = progress.totalBytes === null ? "" : ` of ${formatBytes(progress.totalBytes)}`;
      const left = progress.secondsLeft === null ? "" : `, ${formatSeconds(progress.secondsLeft)} left`;
      return `downloading ${formatBytes(progress.bytes)}${of}, ${formatBytes(Math.round(progress.bytesPerSecond))}/s${left}`;
    }
    case "retry":
      return `${progress.reason} Trying again in ${formatSeconds(progress.waitMs / 1000)}.`;
    case "verify":
      return "computing the archive's checksum";
    case "extract": {
      const of = progress.totalBytes === null ? "" : ` of ${formatBytes(progress.totalBytes)}`;
      return `extracting ${formatBytes(progress.bytes)}${of}, ${progress.entries} files`;
    }
    case "prepare":
      return progress.files === 0 ? "preparing" : `preparing, ${progress.files} files placed`;
    case "compare":
      return `comparing with the manifest, ${progress.files} files, ${formatBytes(progress.bytes)}`;
    case "checksums":
      return `computing checksums, ${progress.files} files, ${formatBytes(progress.bytes)}`;
    case "check":
      return "checking";
    case "finish":
      return "moving into place";
  }
}

function describeResult({ competitionId, outcome, manifest, error, seconds }: PreparationResult): string {
  if (outcome === "already-prepared") return `${competitionId}: already prepared`;
  if (outcome === "cancelled") return `${competitionId}: stopped`;
  if (outcome === "failed") return `${competitionId}: failed\n${error?.message}`;
  const { files, bytes } = manifest!.total;
  const lines = [`${competitionId}: prepared in ${formatSeconds(seconds)}, ${files} files, ${formatBytes(bytes)}`];
  return [...lines, ...manifest!.warnings.map((warning) => `  warning: ${warning}`)].join("\n");
}
