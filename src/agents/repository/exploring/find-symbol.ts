import { didYouMean } from "../../../lib/did-you-mean.ts";
import type { SourceModule, SourceSymbol } from "../understanding/source-module.ts";
import type { Repository } from "../understanding/understand-repository.ts";
import { boundedLines } from "./bounded.ts";

/** A symbol with the module that it is in. */
export interface FoundSymbol {
  readonly symbol: SourceSymbol;
  readonly module: SourceModule;
}

/**
 * The symbol that a name means: an id (`a/b.py:Model.fit`), a dotted name (`b.Model.fit`, `Model.fit`), or a name alone. Text
 * for the model when there is none or when there are several.
 */
export function findSymbol(repository: Repository, name: string): FoundSymbol | string {
  const found = matching(repository, name.trim());
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const weight = ({ symbol }: FoundSymbol): number => repository.importance.symbols.get(symbol.id) ?? 0;
    const ids = found.sort((left, right) => weight(right) - weight(left)).map(({ symbol }) => `- ${symbol.id}`);
    return boundedLines([`${name} can mean ${found.length} symbols. Choose one of:`, ...ids.slice(0, 30)], "");
  }
  const names = new Set(repository.modules.flatMap(({ symbols }) => symbols.map((symbol) => symbol.name)));
  const last = name.split(/[.:]/).at(-1)!.slice(0, 100);
  return `The repository has no class or function ${name.slice(0, 200)}.${didYouMean(last, names)}`;
}

function matching({ modules }: Repository, name: string): FoundSymbol[] {
  const all = modules.flatMap((module) => module.symbols.map((symbol) => ({ symbol, module })));
  const exact = all.filter(({ symbol }) => symbol.id === name || symbol.qualified === name);
  if (exact.length > 0) return exact;
  return all.filter(({ symbol, module }) => {
    const dotted = `${module.path.replace(/(?:\/__init__)?\.\w+$/, "").replaceAll("/", ".")}.${symbol.qualified}`;
    return dotted === name || dotted.endsWith(`.${name}`);
  });
}

/** The module that a path means, exactly or by its end. Text for the model when there is none or when there are several. */
export function findModule({ modules }: Repository, path: string): SourceModule | string {
  const wanted = path.trim().replace(/^\.?\//, "");
  const exact = modules.find((module) => module.path === wanted);
  if (exact !== undefined) return exact;
  const dotted = (module: SourceModule): string =>
    module.path.replace(/(?:\/__init__)?\.\w+$/, "").replaceAll("/", ".");
  const found = modules.filter(
    (module) =>
      module.path.endsWith(`/${wanted}`) || dotted(module) === wanted || dotted(module).endsWith(`.${wanted}`),
  );
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    return boundedLines([`${path} can mean:`, ...found.slice(0, 30).map((module) => `- ${module.path}`)], "");
  }
  return `The repository has no Python module ${path.slice(0, 200)}.${didYouMean(
    wanted.slice(0, 200),
    modules.map((module) => module.path),
  )}`;
}
