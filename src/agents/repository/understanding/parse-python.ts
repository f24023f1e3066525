import type { Node, QueryCapture } from "web-tree-sitter";
import { loadPythonGrammar, type PythonGrammar } from "./python-grammar.ts";
import { readImports } from "./read-imports.ts";
import type { SourceCall, SourceImport, SourceModule, SourceSymbol } from "./source-module.ts";

/** Longer texts are cut: generated code has signatures of any length. */
const mostSignature = 400;
const mostDocumentation = 400;
const mostCallee = 120;
const mostDecorator = 100;

/** Marks another signature of a function that follows. */
const isOverload = /^@(?:\w+\.)?overload$/;
const mostConstants = 200;

/** Garbage can take the parser minutes. Ordinary files take milliseconds. */
const mostMilliseconds = 5_000;

type Contents = Pick<
  SourceModule,
  "documentation" | "symbols" | "imports" | "calls" | "constants" | "runs" | "hasSyntaxErrors"
>;

/** What a Python source contains. Where it has errors, the parts around them. Null when the parser gives up. */
export async function parsePython(path: string, source: string): Promise<Contents | null> {
  const { parser, query }: PythonGrammar = await loadPythonGrammar();
  const end = performance.now() + mostMilliseconds;
  const tree = parser.parse(source, null, { progressCallback: () => performance.now() > end });
  if (tree === null) {
    parser.reset();
    return null;
  }
  try {
    const captures = query.captures(tree.rootNode);
    return {
      ...collect(path, source, captures),
      documentation: docstringOf(tree.rootNode, source),
      hasSyntaxErrors: tree.rootNode.hasError,
    };
  } finally {
    tree.delete();
  }
}

/** A class or function that has begun and not ended. */
interface Scope {
  readonly end: number;
  readonly qualified: string;
  readonly kind: SourceSymbol["kind"];
}

function collect(path: string, source: string, captures: readonly QueryCapture[]) {
  const symbols: SourceSymbol[] = [];
  const imports: SourceImport[] = [];
  const calls: SourceCall[] = [];
  const constants = new Set<string>();
  const scopes: Scope[] = [];
  // Those of the definition that comes next.
  const decorators: string[] = [];
  let runs = false;
  for (const { name, node } of captures) {
    while (scopes.length > 0 && scopes.at(-1)!.end <= node.startIndex) scopes.pop();
    const textOf = ({ startIndex, endIndex }: Node): string => source.slice(startIndex, endIndex);
    if (name === "decorator") decorators.push(textOf(node).split("\n")[0]!.slice(0, mostDecorator));
    else if (name === "class" || name === "function") {
      const symbol = { ...symbolOf(path, source, node, scopes.at(-1)), decorators: decorators.splice(0) };
      scopes.push({ end: node.endIndex, qualified: symbol.qualified, kind: symbol.kind });
      if (!symbol.decorators.some((each) => isOverload.test(each))) symbols.push(symbol);
    } else if (name === "call") {
      const callee = textOf(node).replace(/\s+/g, "");
      const within = scopes.at(-1)?.qualified ?? "";
      if (callee.length <= mostCallee) calls.push({ callee, within, line: node.startPosition.row + 1 });
    } else if (name === "constant") {
      if (constants.size < mostConstants) constants.add(textOf(node));
    } else if (name === "guard") runs = true;
    else imports.push(...readImports(textOf(node)));
  }
  return { symbols, imports, calls, constants: [...constants], runs };
}

function symbolOf(
  path: string,
  source: string,
  node: Node,
  around: Scope | undefined,
): Omit<SourceSymbol, "decorators"> {
  const isClass = node.type === "class_definition";
  const body = node.childForFieldName("body");
  const nameNode = node.childForFieldName("name");
  const name = nameNode === null ? "" : source.slice(nameNode.startIndex, nameNode.endIndex);
  const head = source.slice(node.startIndex, body?.startIndex ?? node.endIndex);
  const qualified = around === undefined ? name : `${around.qualified}.${name}`;
  return {
    id: `${path}:${qualified}`,
    kind: isClass ? "class" : around?.kind === "class" ? "method" : "function",
    name,
    qualified,
    signature: oneLine(head).slice(0, mostSignature),
    documentation: body === null ? "" : docstringOf(body, source),
    bases: isClass ? basesOf(node, source) : [],
    firstLine: node.startPosition.row + 1,
    lastLine: node.endPosition.row + 1,
  };
}

/** The head of a definition on one line: without comments, the last colon and repeated blanks. */
function oneLine(head: string): string {
  return head
    .replace(/^[^\n"']*#.*$/gm, (line) => line.replace(/#.*$/, ""))
    .replace(/\s+/g, " ")
    .replace(/([([{]) /g, "$1")
    .replace(/,? ([)\]}])/g, "$1")
    .replace(/\s*:\s*$/, "")
    .trim();
}

function docstringOf(block: Node, source: string): string {
  let first = block.firstNamedChild;
  for (let index = 1; first?.type === "comment"; index += 1) first = block.namedChild(index);
  const text = first?.type === "expression_statement" ? first.firstNamedChild : null;
  if (text?.type !== "string") return "";
  const quoted = source.slice(text.startIndex, text.endIndex);
  const content = quoted.replace(/^[A-Za-z]*("""|'''|"|')/, "").replace(/("""|'''|"|')$/, "");
  return content
    .slice(0, 4 * mostDocumentation)
    .replace(/[ \t]+/g, " ")
    .trim()
    .slice(0, mostDocumentation);
}

function basesOf(node: Node, source: string): string[] {
  const list = node.childForFieldName("superclasses")?.namedChildren ?? [];
  return list.flatMap((child) =>
    child?.type === "identifier" || child?.type === "attribute" ? [source.slice(child.startIndex, child.endIndex)] : [],
  );
}
