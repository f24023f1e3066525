import type { Graph } from "./graph.ts";

const damping = 0.85;
const rounds = 30;

/**
 * How often someone who follows uses at random comes by each node: they sum to 1. Who gets nowhere, or grows tired, starts
 * again at a node chosen by `starts`, which need not sum to 1.
 */
export function pageRank(graph: Graph, starts: (node: string) => number = () => 1): Map<string, number> {
  const { nodes } = graph;
  const index = new Map(nodes.map((node, position) => [node, position]));
  const chances = Float64Array.from(nodes, starts);
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const start = chances.map((chance) => (total > 0 ? chance / total : 1 / nodes.length));
  const edges = nodes.map((node) => {
    const targets = [...graph.uses(node)].map(([target, weight]) => ({ target: index.get(target)!, weight }));
    const sum = targets.reduce((before, { weight }) => before + weight, 0);
    return targets.map(({ target, weight }) => ({ target, share: weight / sum }));
  });
  let ranks = Float64Array.from(start);
  for (let round = 0; round < rounds; round += 1) {
    let lost = 0;
    const next = new Float64Array(nodes.length);
    edges.forEach((targets, from) => {
      if (targets.length === 0) lost += ranks[from]!;
      for (const { target, share } of targets) next[target]! += damping * ranks[from]! * share;
    });
    ranks = next.map((rank, node) => rank + (1 - damping + damping * lost) * start[node]!);
  }
  return new Map(nodes.map((node, position) => [node, ranks[position]!]));
}
