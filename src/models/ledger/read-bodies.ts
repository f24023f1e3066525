import { closeSync, openSync, readSync } from "node:fs";
import { hasCode } from "../../lib/error-code.ts";
import { BenchError } from "../../lib/errors.ts";
import { emptyList, type Part } from "./body-parts.ts";
import { scanLines } from "./scan-lines.ts";

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Every line of `bodies.jsonl` begins with its hash: `{"hash":"0123...`. */
const hashStart = 9;
const hashEnd = hashStart + 64;

/** Puts the bodies of a ledger together again. Reads only the parts that are asked for. */
export class Bodies {
  readonly #path: string;
  readonly #file: number | null;
  readonly #places = new Map<string, Place>();

  constructor(path: string) {
    this.#path = path;
    try {
      this.#file = openSync(path, "r");
    } catch (error) {
      if (!hasCode(error, "ENOENT")) throw error;
      this.#file = null;
      return;
    }
    scanLines(this.#file, ({ offset, length, start }) => {
      this.#places.set(start.toString("latin1", hashStart, hashEnd), { offset, length });
    });
  }

  /** Of every part, in the order in which they were kept. */
  hashes(): Iterable<string> {
    return this.#places.keys();
  }

  /** @throws BenchError when a part is missing or damaged. */
  get(hash: string): unknown {
    return this.#read(hash, (list) => this.items(list));
  }

  /** A body whose lists hold only what they have added to earlier ones: the new messages of a conversation. */
  getNew(hash: string): unknown {
    return this.#read(hash, (_, added) => added);
  }

  #read(hash: string, itemsOf: (list: string, added: readonly string[]) => readonly string[]): unknown {
    const part = this.#part(hash);
    if ("value" in part) return part.value;
    if ("bytes" in part) return Buffer.from(part.bytes, "base64");
    if ("items" in part) return itemsOf(hash, part.items).map((item) => this.get(item));
    const fields = Object.entries(part.fields).map(([name, field]) => {
      if ("is" in field) return [name, field.is];
      return [name, this.#read("part" in field ? field.part : field.list, itemsOf)];
    });
    return Object.fromEntries(fields);
  }

  /** The hashes of a list's items. */
  items(list: string): string[] {
    const pieces: (readonly string[])[] = [];
    for (let hash = list; hash !== emptyList; ) {
      const part = this.#part(hash);
      if (!("items" in part)) throw this.#damaged(hash, "is not a list");
      pieces.push(part.items);
      hash = part.after;
    }
    return pieces.reverse().flat();
  }

  /** The hash of the list in a field of a body; null when the field holds something else. */
  listIn(body: string, field: string): string | null {
    const part = this.#part(body);
    const found = "fields" in part ? part.fields[field] : undefined;
    return found !== undefined && "list" in found ? found.list : null;
  }

  /** The list that a list continues: `emptyList` if it begins a conversation. */
  continuedBy(list: string): string {
    const part = this.#part(list);
    if (!("items" in part)) throw this.#damaged(list, "is not a list");
    return part.after;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  #part(hash: string): Part {
    const place = this.#places.get(hash);
    if (place === undefined || this.#file === null) throw this.#damaged(hash, "is missing");
    const line = Buffer.allocUnsafe(place.length);
    readSync(this.#file, line, 0, place.length, place.offset);
    try {
      return JSON.parse(line.toString("utf8")) as Part;
    } catch {
      throw this.#damaged(hash, "is not JSON");
    }
  }

  #damaged(hash: string, what: string): BenchError {
    const advice = "`mlebench verify` shows what was changed.";
    return new BenchError("ledger", `The part ${hash.slice(0, 12)} of ${this.#path} ${what}. ${advice}`);
  }
}
