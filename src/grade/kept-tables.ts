import { statSync } from "node:fs";
import type { Frame } from "../frame/frame.ts";

/** The tables that were read last. A table is read again once its file has changed. */
export class KeptTables {
  readonly #tables = new Map<string, { readonly version: string; readonly table: Frame }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws what `read` throws, and when there is no such file. */
  read(path: string, read: (path: string) => Frame): Frame {
    const version = versionOf(path);
    const kept = this.#tables.get(path);
    this.#tables.delete(path);
    const table = kept?.version === version ? kept.table : read(path);
    this.#tables.set(path, { version, table });
    const [oldest] = this.#tables.keys();
    if (this.#tables.size > this.#most) this.#tables.delete(oldest!);
    return table;
  }
}

/** Differs when a file is replaced or written to. */
function versionOf(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}
