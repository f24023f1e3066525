/** A class, function or method. */
export interface SourceSymbol {
  /** Unique in the repository: the module's path, `:`, and its name with the names around it, such as `a/b.py:Model.fit`. */
  readonly id: string;
  readonly kind: "class" | "function" | "method";
  /** Its own name alone. */
  readonly name: string;
  /** With the names of the classes and functions around it. */
  readonly qualified: string;
  /** Its head on one line, without the colon, such as `def fit(self, x, y)`. */
  readonly signature: string;
  /** The beginning of its docstring; may be empty. */
  readonly documentation: string;
  readonly decorators: readonly string[];
  /** Of a class, as written. */
  readonly bases: readonly string[];
  /** Counted from 1. Notebooks count the lines of their code cells. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** A name that an import statement brings in. */
export interface SourceImport {
  /** The module as written, without leading dots; empty in `from . import x`. */
  readonly module: string;
  /** How many dots come before it; 0: absolute. */
  readonly level: number;
  /** What is taken from it: null for the module itself, `*` for everything. */
  readonly name: string | null;
  /** What the importing module calls it. */
  readonly alias: string;
}

/** A call as written. */
export interface SourceCall {
  /** The called expression without blanks, such as `self.model.fit`. */
  readonly callee: string;
  /** The qualified name of the class or function around it; empty at the top of the module. */
  readonly within: string;
  readonly line: number;
}

/** What a file of Python contains. */
export interface SourceModule {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly isNotebook: boolean;
  readonly documentation: string;
  readonly symbols: readonly SourceSymbol[];
  readonly imports: readonly SourceImport[];
  readonly calls: readonly SourceCall[];
  /** Names that are assigned at the top of the module. */
  readonly constants: readonly string[];
  /** Whether it has a part that runs only as a program: `if __name__ == "__main__"`. */
  readonly runs: boolean;
  /** Parts of it could not be parsed; the rest is here. */
  readonly hasSyntaxErrors: boolean;
}
