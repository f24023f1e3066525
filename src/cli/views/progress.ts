import { formatSeconds } from "../../lib/format-seconds.ts";
import { note } from "../output.ts";
import { Screen } from "./screen.ts";

const barWidth = 24;
const plainIntervalMs = 10_000;

/** Progress of countable work: a bar with rate and time left on a terminal, an occasional line elsewhere. */
export class Progress {
  readonly #total: number;
  readonly #unit: string;
  readonly #started = performance.now();
  readonly #screen = process.stderr.isTTY === true ? new Screen(process.stderr) : null;
  #lastShown = performance.now();

  constructor(total: number, unit: string) {
    this.#total = total;
    this.#unit = unit;
  }

  update(done: number): void {
    const now = performance.now();
    if (now - this.#lastShown < (this.#screen === null ? plainIntervalMs : 100) && done < this.#total) return;
    this.#lastShown = now;
    const seconds = (now - this.#started) / 1000;
    const rate = done / Math.max(seconds, 1e-3);
    const left = formatSeconds((this.#total - done) / Math.max(rate, 1e-9));
    const counted = `${done}/${this.#total} ${this.#unit}`;
    const speed = `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s, ${left} left`;
    if (this.#screen === null) {
      if (done < this.#total) note(`${counted}, ${speed}`);
      return;
    }
    const filled = Math.round((done / Math.max(this.#total, 1)) * barWidth);
    this.#screen.draw([`${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${counted}, ${speed}`]);
  }

  /** Clears the bar. */
  end(): void {
    this.#screen?.end();
  }
}
