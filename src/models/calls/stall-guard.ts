import { BenchError } from "../../lib/errors.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";

/** Ends a try whose provider has not sent anything for too long, or whose caller gives up. */
export class StallGuard {
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly signal: AbortSignal;

  constructor(stallMs: number, caller: AbortSignal | undefined) {
    const { signal } = this.#ending;
    this.signal = caller === undefined ? signal : AbortSignal.any([signal, caller]);
    const silence = `The provider has sent nothing for ${formatSeconds(stallMs / 1000)}.`;
    this.#timer = setTimeout(() => this.#ending.abort(new BenchError("model-stalled", silence)), stallMs);
  }

  heard(): void {
    this.#timer.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
