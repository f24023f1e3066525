import { mkdirSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../error-code.ts";
import { ArchiveError } from "./archive-error.ts";

/** Creates the files and directories of one extraction below a root. Paths come from `EntryNames`. Never overwrites. */
export class TreeWriter {
  readonly #archive: string;
  readonly #root: string;
  readonly #directories = new Set<string>();

  constructor(archive: string, root: string) {
    this.#archive = archive;
    this.#root = root;
  }

  /** Creates a directory and its parents, unless they exist. */
  makeDirectory(entry: string, relative: string): void {
    const directory = path.join(this.#root, relative);
    if (this.#directories.has(directory)) return;
    try {
      mkdirSync(directory, { recursive: true });
    } catch (error) {
      this.#explain(entry, error);
    }
    this.#directories.add(directory);
  }

  /** Writes a whole file. Synchronous, because that is several times faster for small files. */
  writeFile(entry: string, relative: string, content: Uint8Array): void {
    this.makeDirectory(entry, path.dirname(relative));
    try {
      writeFileSync(path.join(this.#root, relative), content, { flag: "wx" });
    } catch (error) {
      this.#explain(entry, error);
    }
  }

  /** Writes a file piece by piece, calling `onPiece` after each. */
  async copyPieces(
    entry: string,
    relative: string,
    pieces: AsyncIterable<Uint8Array>,
    onPiece: (bytes: number) => void,
  ): Promise<void> {
    this.makeDirectory(entry, path.dirname(relative));
    const handle = await open(path.join(this.#root, relative), "wx").catch((error) => this.#explain(entry, error));
    try {
      for await (const piece of pieces) {
        await handle.writeFile(piece);
        onPiece(piece.length);
      }
    } finally {
      await handle.close();
    }
  }

  #explain(entry: string, cause: unknown): never {
    const where = { archive: this.#archive, entry };
    if (hasCode(cause, "EEXIST", "EISDIR", "ENOTDIR")) {
      throw new ArchiveError("duplicate", where, "has the same name as another entry on this file system", { cause });
    }
    if (hasCode(cause, "ENAMETOOLONG", "EINVAL", "EILSEQ")) {
      throw new ArchiveError("unsafe-name", where, "has a name that this file system does not allow", { cause });
    }
    throw cause;
  }
}
