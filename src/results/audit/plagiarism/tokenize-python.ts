import type { Node } from "web-tree-sitter";
import { loadPythonGrammar } from "../../../agents/repository/understanding/python-grammar.ts";
import { findOwnNames, type OwnNames } from "./own-names.ts";

/** A token, and where it is: lines and columns count from 0. */
export interface Token {
  readonly text: string;
  readonly startRow: number;
  readonly startColumn: number;
  readonly endRow: number;
  readonly endColumn: number;
}

/** Garbage can take the parser minutes. Ordinary files take milliseconds. */
const mostMilliseconds = 5_000;

/** What copies change freely, or what says nothing: comments, types, brackets. */
const skipped = new Set(["comment", "type", "line_continuation"]);
const transparent = new Set(["parenthesized_expression", "expression_statement", "typed_parameter", "block", "module"]);
const literals = new Set(["string", "concatenated_string", "integer", "float"]);
const operator = /^(?!->)(?:[+\-*/%@<>&|^~!]+=?|==|and|or|not|in|is|await|yield|async)$/;

/**
 * The structure of a Python program as a list of tokens. Layout, comments, documentation, values of literals and names that the program
 * chose itself do not show; names of libraries do. Null when the parser gives up.
 */
export async function tokenizePython(source: string): Promise<Token[] | null> {
  const { parser } = await loadPythonGrammar();
  const end = performance.now() + mostMilliseconds;
  const tree = parser.parse(source, null, { progressCallback: () => performance.now() > end });
  if (tree === null) {
    parser.reset();
    return null;
  }
  try {
    return tokensOf(tree.rootNode, findOwnNames(tree.rootNode));
  } finally {
    tree.delete();
  }
}

/** With a stack of its own: generated code can be nested deeper than calls can. */
function tokensOf(root: Node, own: OwnNames): Token[] {
  const tokens: Token[] = [];
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (skipped.has(node.type) || isDocumentation(node)) continue;
    const text = textOf(node, own);
    if (text !== null) tokens.push(tokenAt(node, text));
    if (literals.has(node.type)) continue;
    for (let index = node.childCount - 1; index >= 0; index--) stack.push(node.child(index)!);
  }
  return tokens;
}

function textOf(node: Node, own: OwnNames): string | null {
  if (!node.isNamed) return operator.test(node.type) ? node.type : null;
  if (node.type === "identifier") return nameOf(node, own);
  if (literals.has(node.type)) return node.type.includes("string") ? "string" : "number";
  return transparent.has(node.type) ? null : node.type.replace("typed_", "");
}

function nameOf(node: Node, own: OwnNames): string {
  const { parent, text } = node;
  const isMember = parent?.type === "attribute" && parent.childForFieldName("attribute")?.id === node.id;
  const isKeyword = parent?.type === "keyword_argument" && parent.childForFieldName("name")?.id === node.id;
  const names = isMember ? own.members : isKeyword ? own.parameters : own.variables;
  const isMethodName = parent?.type === "function_definition" && own.members.has(text);
  return names.has(text) || isMethodName ? "name" : `name ${text}`;
}

function isDocumentation(node: Node): boolean {
  return node.type === "expression_statement" && node.childCount === 1 && node.child(0)!.type === "string";
}

/** A part with parts of its own is where it begins. */
function tokenAt({ startPosition, endPosition, childCount }: Node, text: string): Token {
  const { row: startRow, column: startColumn } = startPosition;
  const { row: endRow, column: endColumn } = childCount === 0 ? endPosition : startPosition;
  return { text, startRow, startColumn, endRow, endColumn };
}
