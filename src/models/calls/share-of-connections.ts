import { type Connection, Connections } from "./connections.ts";

/** One run's share of the connections of its host: a run that keeps all of its own open does not hold up the others. */
export class ShareOfConnections {
  readonly #all: Connections;
  readonly #own: Connections;

  constructor(all: Connections, most: number) {
    this.#all = all;
    this.#own = new Connections(most);
  }

  async acquire(provider: string, signal: AbortSignal): Promise<Connection> {
    const own = await this.#own.acquire(provider, signal);
    // What the provider answers changes how many connections it gets, not the run's share.
    const leave = (): void => own.release("failed");
    try {
      const connection = await this.#all.acquire(provider, signal);
      return {
        release: (outcome) => {
          connection.release(outcome);
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
