import type { ResultSet } from "../result-set.ts";
import type { LogFormat } from "./log-formats.ts";
import type { TableName } from "./table-names.ts";

/** What users can choose about an export, besides its format. */
export interface ExportOptions {
  /** Only this table. */
  readonly table?: TableName;
  /** The form of logs. */
  readonly logFormat?: LogFormat;
}

/** One way to write results for other programs. The list of formats is light: their code is loaded when it is used. */
export interface ExportFormat {
  readonly name: string;
  /** What it writes, in a few words for `--help`. */
  readonly writes: string;
  /** The options that it understands; others are refused. */
  readonly takes: readonly (keyof ExportOptions)[];
  readonly load: () => Promise<Exporter>;
}

export type Exporter = (sets: readonly ResultSet[], options: ExportOptions) => Export | Promise<Export>;

/** Files that are ready to be written. Their content is read and formatted as it is written. */
export interface Export {
  /** Whether they go into a folder, however many they are. Otherwise there is exactly one. */
  readonly isFolder: boolean;
  readonly files: readonly ExportFile[];
  /** Names that readers of the folder take for part of this export: other files of such names must not be there. */
  readonly claims?: RegExp;
  /** What users must know about it, such as what was left out. */
  readonly notes: readonly string[];
}

export interface ExportFile {
  /** Its place in the folder. */
  readonly name: string;
  readonly content: ExportContent;
}

export type ExportContent =
  /** Pieces of whole lines, which can also go to standard output. */
  | { readonly kind: "text"; readonly pieces: () => Iterable<string> | AsyncIterable<string> }
  /** Writes a new file. */
  | { readonly kind: "binary"; readonly write: (path: string) => Promise<void> };
