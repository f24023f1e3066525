/** Who uses whom, with weights. Nodes are names; edges of a node to itself are left out. */
export class Graph {
  readonly #out = new Map<string, Map<string, number>>();
  readonly #in = new Map<string, Map<string, number>>();

  constructor(nodes: Iterable<string>) {
    for (const node of nodes) {
      this.#out.set(node, new Map());
      this.#in.set(node, new Map());
    }
  }

  get nodes(): string[] {
    return [...this.#out.keys()];
  }

  add(from: string, to: string, weight = 1): void {
    if (from === to) return;
    const targets = this.#out.get(from);
    const sources = this.#in.get(to);
    if (targets === undefined || sources === undefined) return;
    targets.set(to, (targets.get(to) ?? 0) + weight);
    sources.set(from, (sources.get(from) ?? 0) + weight);
  }

  /** What a node uses, with weights. */
  uses(node: string): ReadonlyMap<string, number> {
    return this.#out.get(node) ?? new Map();
  }

  /** What uses a node, with weights. */
  usedBy(node: string): ReadonlyMap<string, number> {
    return this.#in.get(node) ?? new Map();
  }
}
