import type { PrintOptions } from "../frame/printing/cell-printer.ts";
import type { CsvFileOptions } from "../frame/reading/csv-file.ts";
import type { TableView } from "../frame/table-view.ts";

/**
 * Turns Kaggle's raw files into public data for agents and private answers for the grader. A competition of our own
 * has no raw files: it generates its data from a seed, the same bytes on every machine.
 */
export type Prepare = (context: PrepareContext) => Promise<void>;

/**
 * How a rehearsal, a smaller competition of the same shape, is cut from prepared public data: by a preparation whose raw
 * folder is the public one, or not at all, for a reason that users are told.
 */
export type Rehearse = Prepare | { readonly impossible: string };

/**
 * What a preparation reads and writes. Paths to read are relative to the raw folder (absolute ones are taken as they
 * are); paths to write begin with `public/` or `private/`, both empty at the start. Nothing a preparation does changes
 * the raw folder: what it unpacks goes into a scratch folder that disappears afterwards.
 */
export interface PrepareContext {
  /** Folders, for what the methods below do not cover. */
  readonly raw: string;
  readonly public: string;
  readonly private: string;
  readonly signal: AbortSignal;
  /** A view of a CSV file of the raw data, of any size, as pandas would read it. */
  open(path: string, options?: CsvFileOptions): TableView;
  /** Writes a table as pandas' `to_csv(index=False)` would. */
  write(target: Target, table: TableView, options?: PrintOptions): void;
  /** Puts a raw file into place: linked where possible, copied otherwise. The same raw file may be placed twice. */
  place(source: string, target: Target): void;
  /** Puts every file below a raw folder into place, keeping the tree. */
  placeTree(source: string, target: Target): void;
  /** Names of the entries of a raw folder, sorted by code point. */
  list(folder: string): string[];
  /**
   * Unpacks an archive of the raw data into the scratch folder. Returns the absolute path of one of its members, or of the
   * folder with all of them. An archive that was unpacked before is found in its place.
   */
  extract(archive: string, member?: string): Promise<string>;
  /** An absolute path in the scratch folder for intermediate files. */
  scratch(name: string): string;
  /** The absolute path of a target, its folder made: for files that are neither tables nor copies. */
  target(target: Target): string;
}

/** Where a preparation may write. */
export type Target = `public/${string}` | `private/${string}`;

/** What the pipeline checks after every preparation, in terms of the files it wrote. */
export interface PreparationChecks {
  /** Both tables have this id column, without repeats, and no id is in both. Absent where ids repeat by design. */
  readonly disjoint?: { readonly train: Target; readonly test: Target; readonly id: string };
  /** Columns that only the answers may hold: no public file about the test set has them. */
  readonly hidden?: { readonly file: Target; readonly columns: readonly string[] };
  /** False where the reference's own answers do not get the best score from its grader, with the reason beside it. */
  readonly answersArePerfect?: boolean;
}
