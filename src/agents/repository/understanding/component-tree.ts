import type { SourceModule, SourceSymbol } from "./source-module.ts";

/** A folder, module, class, function or method, with its parts. */
export interface Component {
  readonly kind: "folder" | "module" | SourceSymbol["kind"];
  readonly name: string;
  /** The path of a folder or module, the id of a symbol. */
  readonly id: string;
  readonly parts: Component[];
}

/** Folders, their modules, these modules' classes and functions, and so on. */
export function componentTree(modules: readonly SourceModule[]): Component {
  const root: Component = { kind: "folder", name: "", id: "", parts: [] };
  const folders = new Map<string, Component>([["", root]]);
  const folderOf = (path: string): Component => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const cut = path.lastIndexOf("/");
    const folder: Component = { kind: "folder", name: path.slice(cut + 1), id: path, parts: [] };
    folderOf(path.slice(0, Math.max(0, cut))).parts.push(folder);
    folders.set(path, folder);
    return folder;
  };
  for (const module of modules) {
    const cut = module.path.lastIndexOf("/");
    const parts = symbolTree(module.symbols);
    const component = { kind: "module", name: module.path.slice(cut + 1), id: module.path, parts } as const;
    folderOf(module.path.slice(0, Math.max(0, cut))).parts.push(component);
  }
  return root;
}

function symbolTree(symbols: readonly SourceSymbol[]): Component[] {
  const top: Component[] = [];
  const known = new Map<string, Component>();
  for (const { kind, name, id, qualified } of symbols) {
    const component: Component = { kind, name, id, parts: [] };
    known.set(qualified, component);
    const outer = known.get(qualified.slice(0, Math.max(0, qualified.length - name.length - 1)));
    (outer?.parts ?? top).push(component);
  }
  return top;
}
