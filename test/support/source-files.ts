import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What one file of the project imports, exports and defines. Paths are relative to the project's root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Functions, classes and constants that the file defines and exports; no types. */
  readonly exports: readonly string[];
  /** Whether it does nothing but export what other files define. */
  readonly onlyReexports: boolean;
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
}

/** `names` is null when everything is imported: `import("./a.ts")`, `import * as a` and `export *`. */
export interface Import {
  readonly path: string;
  readonly names: readonly string[] | null;
}

/** The TypeScript and JavaScript files below some folders of the project. */
export function readSourceFiles(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => join(folder, name))
      .map((path) => parseSourceFile(path, readFileSync(join(root, path), "utf8"))),
  );
}

export function parseSourceFile(path: string, text: string): SourceFile {
  const program = parseAst(text, { lang: "ts" }) as unknown as Node;
  const nodes = [...walk(program)];
  const lineAt = lineCounter(text);
  return {
    path,
    text,
    lines: lineAt(text.length),
    imports: nodes.flatMap((node) => importOf(path, node)),
    exports: nodes.flatMap(definedExports),
    onlyReexports: program.body.length > 0 && program.body.every(isReexport),
    functions: nodes
      .filter(({ type, body }) => functionTypes.has(type) && body)
      .map(({ start, end }) => ({ line: lineAt(start), lines: lineAt(end) - lineAt(start) + 1 })),
  };
}

/** A node of the syntax tree: its members depend on its type. */
// biome-ignore lint/suspicious/noExplicitAny: the tree is only looked at, and a wrong look finds nothing.
type Node = { type: string; start: number; end: number } & Record<string, any>;

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of Object.values(node).flat()) {
    if (typeof child === "object" && child !== null && "type" in child) yield* walk(child as Node);
  }
}

function importOf(path: string, node: Node): Import[] {
  const source =
    node.type === "ImportExpression" || node.type.startsWith("Import") || isReexport(node) ? node.source : null;
  if (typeof source?.value !== "string" || !source.value.startsWith(".")) return [];
  const all = node.type === "ImportExpression" || node.type === "ExportAllDeclaration";
  const names = all ? null : namesOf(node.specifiers);
  return [{ path: sourceOf(normalize(join(dirname(path), source.value))), names }];
}

function namesOf(specifiers: readonly Node[]): string[] | null {
  if (specifiers.some(({ type }) => type === "ImportNamespaceSpecifier")) return null;
  return specifiers.map((each) =>
    each.type === "ImportDefaultSpecifier" ? "default" : (each.imported ?? each.local).name,
  );
}

/** Scripts import what was compiled. */
function sourceOf(path: string): string {
  return path.replace(/^dist\/(.*)\.js$/, "src/$1.ts");
}

function isReexport({ type, source }: Node): boolean {
  return (type === "ExportNamedDeclaration" || type === "ExportAllDeclaration") && Boolean(source);
}

function definedExports(node: Node): string[] {
  if (node.type === "ExportDefaultDeclaration") return ["default"];
  if (node.type !== "ExportNamedDeclaration" || node.exportKind === "type" || isReexport(node)) return [];
  const { declaration, specifiers } = node;
  if (!declaration) return specifiers.map(({ exported }: Node) => exported.name);
  const declared: Node[] = declaration.declarations ?? [declaration];
  return declared.map(({ id }) => id.name);
}

function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => ends.filter((end) => end < offset).length + 1;
}
