import { posix } from "node:path";
import type { SourceImport, SourceModule } from "./source-module.ts";

/** Finds the modules of a repository that import statements mean. */
export class ModuleIndex {
  readonly #byPlace = new Map<string, SourceModule>();
  readonly #byName = new Map<string, SourceModule[]>();

  constructor(modules: readonly SourceModule[]) {
    const files = modules.filter(({ isNotebook }) => !isNotebook);
    for (const module of files) this.#byPlace.set(placeOf(module.path), module);
    const packages = new Set(files.filter(({ path }) => isPackage(path)).map(({ path }) => posix.dirname(path)));
    for (const module of files) {
      for (const name of namesOf(placeOf(module.path), packages)) {
        this.#byName.set(name, [...(this.#byName.get(name) ?? []), module]);
      }
    }
  }

  /**
   * The module that an import names; undefined when it is not part of the repository. An absolute name is looked for in the
   * folder of the importing file, at the root, and as the name of a package in any folder, the closest first.
   */
  find(from: SourceModule, { module, level }: Pick<SourceImport, "module" | "level">): SourceModule | undefined {
    const steps = module.replaceAll(".", "/");
    if (level > 0) {
      const base = posix.join(posix.dirname(from.path), "../".repeat(level - 1));
      return base.startsWith("..") ? undefined : this.#byPlace.get(posix.join(base, steps));
    }
    const named = this.#byName.get(module)?.filter((found) => found !== from) ?? [];
    const beside = this.#byPlace.get(posix.join(posix.dirname(from.path), steps));
    // Inside a package, a name means the package of that name before a file beside.
    const inOrder = isRelativeName(module) ? [beside, ...closest(from, named)] : [...closest(from, named), beside];
    return inOrder.find((found) => found !== undefined && found !== from);
  }

  /** The module that `from X import name` takes, when the name is a module. */
  findMember(from: SourceModule, { module, level, name }: SourceImport): SourceModule | undefined {
    if (name === null || name === "*") return undefined;
    return this.find(from, { module: module === "" ? name : `${module}.${name}`, level });
  }
}

/** A single word may be a script beside the importing one. */
function isRelativeName(module: string): boolean {
  return !module.includes(".");
}

const isPackage = (path: string): boolean => posix.basename(path) === "__init__.py";

/** The path without its extension; the folder of a package. */
function placeOf(path: string): string {
  return isPackage(path) ? posix.dirname(path) : path.slice(0, -posix.extname(path).length);
}

/** What a module can be imported as: from the root, and from the folder that holds its outermost package. */
function namesOf(place: string, packages: ReadonlySet<string>): Set<string> {
  const parts = place.split("/");
  let first = parts.length - 1;
  while (first > 0 && packages.has(parts.slice(0, first).join("/"))) first -= 1;
  return new Set([
    parts.join("."),
    parts.slice(first).join("."),
    ...(parts[0] === "src" ? [parts.slice(1).join(".")] : []),
  ]);
}

/** By how much of their path is that of the importing file. */
function closest(from: SourceModule, modules: readonly SourceModule[]): readonly SourceModule[] {
  if (modules.length < 2) return modules;
  const own = from.path.split("/");
  const shared = ({ path }: SourceModule): number => path.split("/").findIndex((part, index) => part !== own[index]);
  return [...modules].sort((left, right) => shared(right) - shared(left));
}
