import { Graph } from "./graph.ts";
import { ModuleIndex } from "./module-index.ts";
import { NameScope } from "./name-scope.ts";
import { resolveCalls, type Use } from "./resolve-calls.ts";
import type { SourceModule } from "./source-module.ts";

/** How the parts of a repository depend on each other. */
export interface Graphs {
  /** Between paths of modules: imports, and calls that cross modules. */
  readonly modules: Graph;
  /** Between ids of symbols. Code at the top of a module has the module's path for its id. */
  readonly calls: Graph;
  readonly uses: readonly Use[];
  /** Packages from elsewhere, with the number of modules that import them, most imported first. */
  readonly packages: ReadonlyMap<string, number>;
}

export function buildGraphs(modules: readonly SourceModule[]): Graphs {
  const index = new ModuleIndex(modules);
  const scope = new NameScope(modules, index);
  const uses = [...resolveCalls(modules, scope), ...inheritances(modules, scope)];
  const dependencies = new Graph(modules.map(({ path }) => path));
  const packages = addImports(modules, index, dependencies);
  const calls = new Graph(modules.flatMap(({ path, symbols }) => [path, ...symbols.map(({ id }) => id)]));
  const callsBetween = new Map<string, number>();
  for (const { target, path, within } of uses) {
    calls.add(within === "" ? path : `${path}:${within}`, target);
    const pair = `${path}\n${moduleOf(target)}`;
    callsBetween.set(pair, (callsBetween.get(pair) ?? 0) + 1);
  }
  for (const [pair, count] of callsBetween) {
    const [from, to] = pair.split("\n") as [string, string];
    dependencies.add(from, to, Math.log2(1 + count) / 4);
  }
  return { modules: dependencies, calls, uses, packages };
}

/** The path of the module that a symbol is in. */
export function moduleOf(id: string): string {
  return id.slice(0, id.lastIndexOf(":"));
}

/** Adds an edge for every import of a module of the repository. Returns what is imported from elsewhere. */
function addImports(modules: readonly SourceModule[], index: ModuleIndex, dependencies: Graph): Map<string, number> {
  const packages = new Map<string, number>();
  for (const module of modules) {
    const targets = new Set<string>();
    const elsewhere = new Set<string>();
    for (const each of module.imports) {
      const target = index.findMember(module, each) ?? index.find(module, each);
      if (target !== undefined) targets.add(target.path);
      else if (each.level === 0) elsewhere.add(each.module.split(".")[0]!);
    }
    for (const target of targets) dependencies.add(module.path, target);
    for (const name of elsewhere) packages.set(name, (packages.get(name) ?? 0) + 1);
  }
  return new Map([...packages].sort(([, left], [, right]) => right - left));
}

/** Subclasses use their bases. */
function inheritances(modules: readonly SourceModule[], scope: NameScope): Use[] {
  return modules.flatMap((module) =>
    module.symbols.flatMap((symbol) =>
      symbol.bases.flatMap((base) => {
        const found = scope.lookUp(module, base);
        return found?.symbol === undefined
          ? []
          : [{ target: found.symbol.id, path: module.path, within: symbol.qualified, line: symbol.firstLine }];
      }),
    ),
  );
}
