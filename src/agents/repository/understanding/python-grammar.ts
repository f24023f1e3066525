import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Parser, Query } from "web-tree-sitter";

/** Everything that matters in a file, found in one pass. */
const patterns = `
  (decorator) @decorator
  (class_definition) @class
  (function_definition) @function
  (import_statement) @import
  (import_from_statement) @from
  (call function: [(identifier) (attribute)] @call)
  (module (expression_statement (assignment left: (identifier) @constant)))
  (module (if_statement condition: (comparison_operator (identifier) @guard) (#eq? @guard "__name__")))
`;

/** A parser of Python, and the query that finds what matters in its trees. */
export interface PythonGrammar {
  readonly parser: Parser;
  readonly query: Query;
}

let loading: Promise<PythonGrammar> | undefined;

/** The parser, loaded when it is first needed. */
export function loadPythonGrammar(): Promise<PythonGrammar> {
  loading ??= load();
  return loading;
}

async function load(): Promise<PythonGrammar> {
  const { Language, Parser, Query } = await import("web-tree-sitter");
  await Parser.init();
  const language = await Language.load(grammarFile());
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, query: new Query(language, patterns) };
}

/** The build puts the grammar into `dist/agents`; sources use that of the package it comes from. */
function grammarFile(): Uint8Array {
  // Seen from the bundled command, and from this file when it is compiled.
  for (const place of ["../agents/python-grammar.wasm", "../../python-grammar.wasm"]) {
    try {
      return readFileSync(fileURLToPath(new URL(place, import.meta.url)));
    } catch {}
  }
  return readFileSync(createRequire(import.meta.url).resolve("tree-sitter-python/tree-sitter-python.wasm"));
}
