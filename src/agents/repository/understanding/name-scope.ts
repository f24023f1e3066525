import type { ModuleIndex } from "./module-index.ts";
import type { SourceModule, SourceSymbol } from "./source-module.ts";

/** What a name means: a class or function, or a whole module. */
export interface Meaning {
  readonly module: SourceModule;
  readonly symbol?: SourceSymbol;
}

/** Names are passed on from module to module; longer chains are cycles, or not worth following. */
const mostSteps = 6;

/** Finds what names mean at the top of modules, through imports, packages that pass names on, and `import *`. */
export class NameScope {
  readonly #index: ModuleIndex;
  readonly #symbols = new Map<SourceModule, ReadonlyMap<string, SourceSymbol>>();
  readonly #imports = new Map<SourceModule, ReadonlyMap<string, SourceModule["imports"][number]>>();

  readonly #known = new Map<SourceModule, Map<string, Meaning | undefined>>();

  constructor(modules: readonly SourceModule[], index: ModuleIndex) {
    this.#index = index;
    for (const module of modules) {
      this.#symbols.set(module, new Map(module.symbols.map((symbol) => [symbol.qualified, symbol])));
      this.#imports.set(module, new Map(module.imports.map((each) => [each.alias, each])));
    }
  }

  /** A class, function or method of a module, by its qualified name. */
  symbol(module: SourceModule, qualified: string): SourceSymbol | undefined {
    return this.#symbols.get(module)?.get(qualified);
  }

  /** What a dotted name means in a module: `Model`, `Model.fit`, `package.module.Model.fit`. */
  lookUp(module: SourceModule, dotted: string): Meaning | undefined {
    const known = this.#known.get(module) ?? new Map<string, Meaning | undefined>();
    this.#known.set(module, known);
    if (!known.has(dotted)) known.set(dotted, this.#search(module, dotted, mostSteps));
    return known.get(dotted);
  }

  #search(module: SourceModule, dotted: string, steps: number): Meaning | undefined {
    if (steps === 0) return undefined;
    const own = this.symbol(module, dotted);
    if (own !== undefined) return { symbol: own, module };
    const parts = dotted.split(".");
    for (let length = parts.length; length > 0; length -= 1) {
      const imported = this.#imports.get(module)?.get(parts.slice(0, length).join("."));
      if (imported === undefined) continue;
      const found = this.#followImport(module, imported, parts.slice(length), steps);
      if (found !== undefined) return found;
    }
    return this.#throughStars(module, dotted, steps);
  }

  #followImport(
    from: SourceModule,
    imported: SourceModule["imports"][number],
    rest: readonly string[],
    steps: number,
  ): Meaning | undefined {
    const member = this.#index.findMember(from, imported);
    if (member !== undefined) return this.#inside(member, rest, steps);
    const target = this.#index.find(from, imported);
    if (target === undefined) return undefined;
    return this.#inside(target, imported.name === null ? rest : [imported.name, ...rest], steps);
  }

  #inside(module: SourceModule, rest: readonly string[], steps: number): Meaning | undefined {
    return rest.length === 0 ? { module } : this.#search(module, rest.join("."), steps - 1);
  }

  #throughStars(module: SourceModule, dotted: string, steps: number): Meaning | undefined {
    for (const imported of module.imports) {
      if (imported.name !== "*") continue;
      const target = this.#index.find(module, imported);
      const found = target === undefined ? undefined : this.#search(target, dotted, steps - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
