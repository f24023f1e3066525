/** How a try over a connection ended: `limited` when the provider answered that there are too many. */
export type TryOutcome = "answered" | "limited" | "failed";

/** One try's place among the connections to its provider. */
export interface Connection {
  release(outcome: TryOutcome): void;
}

interface ProviderConnections {
  /** How many may be open: halved when the provider says that there are too many, and raised again by answers. */
  most: number;
  open: number;
  /** When it was last halved: tries that were under way by then say nothing new. */
  lowered: number;
  readonly waiting: (() => void)[];
}

/** Limits how many tries are under way at the same time, per provider. Shared by all runs of a host. */
export class Connections {
  readonly #most: number;
  readonly #providers = new Map<string, ProviderConnections>();

  constructor(most: number) {
    this.#most = most;
  }

  /** How many connections the provider takes at present. */
  mostFor(provider: string): number {
    return Math.max(1, Math.floor(this.#of(provider).most));
  }

  /** Waits for a free place, first come, first served. @throws the signal's reason when it is aborted. */
  async acquire(provider: string, signal: AbortSignal): Promise<Connection> {
    const connections = this.#of(provider);
    signal.throwIfAborted();
    const isFree = connections.open < this.mostFor(provider) && connections.waiting.length === 0;
    if (isFree) connections.open += 1;
    else await this.#turn(connections, signal);
    const started = performance.now();
    return {
      release: (outcome) => {
        connections.open -= 1;
        this.#learn(connections, outcome, started);
        this.#admit(provider);
      },
    };
  }

  /** Waits to be admitted, and counts as open from then on. */
  #turn(connections: ProviderConnections, signal: AbortSignal): Promise<void> {
    const { waiting } = connections;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener("abort", leave);
        connections.open += 1;
        resolve();
      };
      waiting.push(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #learn(connections: ProviderConnections, outcome: TryOutcome, started: number): void {
    if (outcome === "answered") {
      connections.most = Math.min(this.#most, connections.most + 1 / connections.most);
    } else if (outcome === "limited" && started > connections.lowered) {
      connections.most = Math.max(1, Math.min(connections.most, connections.open + 1) / 2);
      connections.lowered = performance.now();
    }
  }

  #admit(provider: string): void {
    const { open, waiting } = this.#of(provider);
    for (const enter of waiting.splice(0, Math.max(0, this.mostFor(provider) - open))) enter();
  }

  #of(provider: string): ProviderConnections {
    let connections = this.#providers.get(provider);
    if (connections === undefined) {
      connections = { most: this.#most, open: 0, lowered: Number.NEGATIVE_INFINITY, waiting: [] };
      this.#providers.set(provider, connections);
    }
    return connections;
  }
}
