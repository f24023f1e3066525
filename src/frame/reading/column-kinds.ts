import type { CellList } from "./cell-list.ts";
import { type CellKind, type CellRange, ColumnTyper } from "./column-typer.ts";
import type { NumberParser } from "./number-parser.ts";
import { type Judge, judgeCells } from "./verbatim-rows.ts";

/** The types of a column's chunks, found while the file is read for the first time, unless the type is given. */
export class ColumnKinds {
  /** The types of the completed chunks. */
  readonly chunks: CellKind[] = [];
  readonly #given: CellKind | null;
  #typer = new ColumnTyper();

  constructor(given: CellKind | null) {
    this.#given = given;
  }

  /** Adds some cells of the current chunk; see `ColumnTyper.addCells`. */
  add(parser: NumberParser, cells: CellList, range: CellRange, judge: Judge | null): void {
    if (this.#given === null) this.#typer.addCells(parser, cells, range, judge);
    else if (judge !== null) judgeCells(parser.bytes, cells, range, judge);
  }

  /** The type of the current chunk so far. */
  soFar(): CellKind {
    return this.#given ?? this.#typer.kind();
  }

  finishChunk(): void {
    this.chunks.push(this.soFar());
    this.#typer = new ColumnTyper();
  }
}
