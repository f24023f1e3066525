/** Progress of a download. */
export interface DownloadProgress {
  /** Bytes received, including those of earlier attempts. */
  bytes: number;
  /** Null if the server does not say. */
  totalBytes: number | null;
  /** Over the last ten seconds. */
  bytesPerSecond: number;
  /** Null if unknown. */
  secondsLeft: number | null;
}

const windowMs = 10_000;
const reportEveryMs = 200;

/** Measures speed over a sliding window and reports a few times a second. */
export class ProgressMeter {
  readonly #report: (progress: DownloadProgress) => void;
  #samples: { time: number; bytes: number }[] = [];
  #lastReport = Number.NEGATIVE_INFINITY;

  constructor(report: (progress: DownloadProgress) => void) {
    this.#report = report;
  }

  /** Starts a new measurement: earlier bytes do not count towards the speed. */
  restart(bytes: number, now = performance.now()): void {
    this.#samples = [{ time: now, bytes }];
  }

  update(bytes: number, totalBytes: number | null, options: { final?: boolean; now?: number } = {}): void {
    const now = options.now ?? performance.now();
    if (now - this.#lastReport < reportEveryMs && options.final !== true) return;
    this.#lastReport = now;
    this.#samples.push({ time: now, bytes });
    while (this.#samples.length > 2 && now - this.#samples[0]!.time > windowMs) this.#samples.shift();
    const first = this.#samples[0]!;
    const seconds = (now - first.time) / 1000;
    const bytesPerSecond = seconds > 0 ? Math.max(0, bytes - first.bytes) / seconds : 0;
    const left = totalBytes === null ? null : totalBytes - bytes;
    const secondsLeft = left === 0 ? 0 : left === null || bytesPerSecond === 0 ? null : left / bytesPerSecond;
    this.#report({ bytes, totalBytes, bytesPerSecond, secondsLeft });
  }
}
