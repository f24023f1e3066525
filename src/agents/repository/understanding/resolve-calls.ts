import type { Meaning, NameScope } from "./name-scope.ts";
import type { SourceCall, SourceModule, SourceSymbol } from "./source-module.ts";

/** A call, or another use, of a class or function of the repository. */
export interface Use {
  /** The id of what is used. */
  readonly target: string;
  readonly path: string;
  /** The qualified name of the function around it; empty at the top of the module. */
  readonly within: string;
  readonly line: number;
}

/** Methods of builtin and widely used objects: a call of `x.get()` says nothing about a class of the repository with `get`. */
const ordinary = new Set(
  (
    "add all any append apply astype clear close copy count cpu cuda decode detach dump dumps encode endswith exists extend " +
    "fill find fit flush format get group groupby index info insert item items join keys load loads log lower mean min max merge " +
    "mkdir numpy open parse pop predict print put read readlines remove replace reset reshape reverse run save search seek set " +
    "shape size sort split startswith step strip sub sum start stop to transform transpose update upper values view wait write"
  ).split(" "),
);

/** How far up the bases of a class are followed. */
const mostBases = 8;

/** The calls of a repository whose targets are known, and what they are. */
export function resolveCalls(modules: readonly SourceModule[], scope: NameScope): Use[] {
  const methods = uniqueMethods(modules);
  return modules.flatMap((module) => {
    const known = new Map<string, string | undefined>();
    return module.calls.flatMap((call) => {
      const key = `${call.within}\n${call.callee}`;
      if (!known.has(key)) known.set(key, targetOf(module, call, scope, methods)?.id);
      const target = known.get(key);
      return target === undefined ? [] : [{ target, path: module.path, within: call.within, line: call.line }];
    });
  });
}

function targetOf(
  module: SourceModule,
  { callee, within }: SourceCall,
  scope: NameScope,
  methods: ReadonlyMap<string, SourceSymbol>,
): SourceSymbol | undefined {
  const own = /^(?:self|cls)\.(\w+)$/.exec(callee);
  if (own !== null) return inClass(module, classAround(module, within, scope), own[1]!, scope);
  const parent = /^super\([^)]*\)\.(\w+)$/.exec(callee);
  if (parent !== null) return inBases(module, classAround(module, within, scope), parent[1]!, scope);
  if (/^[\w.]+$/.test(callee)) {
    const found = local(module, callee, within, scope) ?? scope.lookUp(module, callee);
    if (found?.symbol !== undefined) return found.symbol;
  }
  const method = /\.(\w+)$/.exec(callee)?.[1];
  return method === undefined || ordinary.has(method) ? undefined : methods.get(method);
}

/** A function defined inside the functions around the call. */
function local(module: SourceModule, callee: string, within: string, scope: NameScope): Meaning | undefined {
  const around = within.split(".");
  for (let length = around.length; length > 0 && within !== ""; length -= 1) {
    const outer = scope.symbol(module, around.slice(0, length).join("."));
    if (outer === undefined || outer.kind === "class") continue;
    const symbol = scope.symbol(module, `${outer.qualified}.${callee}`);
    if (symbol !== undefined) return { symbol, module };
  }
  return undefined;
}

function classAround(module: SourceModule, within: string, scope: NameScope): SourceSymbol | undefined {
  const around = within.split(".");
  for (let length = around.length; length > 0; length -= 1) {
    const symbol = scope.symbol(module, around.slice(0, length).join("."));
    if (symbol?.kind === "class") return symbol;
  }
  return undefined;
}

function inClass(
  module: SourceModule,
  owner: SourceSymbol | undefined,
  method: string,
  scope: NameScope,
  steps = mostBases,
): SourceSymbol | undefined {
  if (owner === undefined || steps === 0) return undefined;
  return scope.symbol(module, `${owner.qualified}.${method}`) ?? inBases(module, owner, method, scope, steps);
}

function inBases(
  module: SourceModule,
  owner: SourceSymbol | undefined,
  method: string,
  scope: NameScope,
  steps = mostBases,
): SourceSymbol | undefined {
  for (const base of owner?.bases ?? []) {
    const found = scope.lookUp(module, base);
    if (found?.symbol === undefined || found.symbol === owner) continue;
    const symbol = inClass(found.module, found.symbol, method, scope, steps - 1);
    if (symbol !== undefined) return symbol;
  }
  return undefined;
}

/** Methods whose name only one class of the repository has. */
function uniqueMethods(modules: readonly SourceModule[]): Map<string, SourceSymbol> {
  const found = new Map<string, SourceSymbol | null>();
  for (const { symbols } of modules) {
    for (const symbol of symbols) {
      if (symbol.kind === "method") found.set(symbol.name, found.has(symbol.name) ? null : symbol);
    }
  }
  return new Map([...found].flatMap(([name, symbol]) => (symbol === null ? [] : [[name, symbol] as const])));
}
