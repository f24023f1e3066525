/**
 * The first thing that the harness failed at beside an agent: a line that could not be written, a copy that could not be
 * made. It ends the attempt. Work that nothing waits for reports here, so that its errors never end the process.
 */
export class AttemptFailure {
  readonly #ending = new AbortController();
  #first: Error | null = null;

  get first(): Error | null {
    return this.#first;
  }

  /** Aborted, with the reason `failed`, when something has failed. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  readonly add = (error: unknown): void => {
    this.#first ??= error instanceof Error ? error : new Error(String(error));
    this.#ending.abort("failed");
  };

  /** Does something and reports what it throws, or rejects with. */
  readonly watch = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      this.add(error);
    }
  };
}
