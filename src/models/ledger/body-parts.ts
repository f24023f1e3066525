import { sha256 } from "../../lib/hashing.ts";

/**
 * Requests and answers are kept in parts, each of them once, because a conversation repeats itself: the request of turn 500
 * holds the 499 before it. A body is an object whose larger fields are parts of their own; a field that is a list, such as
 * `messages`, is kept item by item and continues the longest list that is known. So a turn takes as much room as it is new.
 *
 * A part is known by a hash of its kind and content. That of a list hashes item after item, so that any of its beginnings
 * has a hash as well.
 */
export type Part =
  | { readonly hash: string; readonly value: unknown }
  | { readonly hash: string; readonly bytes: string }
  | { readonly hash: string; readonly after: string; readonly items: readonly string[] }
  | { readonly hash: string; readonly fields: Readonly<Record<string, Field>> };

type Field = { readonly is: unknown } | { readonly part: string } | { readonly list: string };

/** The hash of a list without items. */
export const emptyList = sha256("list");

/** Fields that take less room than a reference to a part. */
const shortField = 120;

/** Takes a body apart. */
export class BodyParts {
  readonly #isKnown: (hash: string) => boolean;
  readonly #secrets: readonly string[];
  readonly #parts = new Map<string, Part>();
  /** The size of what was taken apart, as JSON. */
  bytes = 0;

  /** @param secrets Texts that are blanked out wherever they appear. */
  constructor(isKnown: (hash: string) => boolean, secrets: readonly string[] = []) {
    this.#isKnown = (hash) => this.#parts.has(hash) || isKnown(hash);
    this.#secrets = secrets;
  }

  /** The parts that are not known, each after those that it refers to. */
  get parts(): Iterable<Part> {
    return this.#parts.values();
  }

  /** Returns the body's hash. */
  add(body: unknown): string {
    if (body instanceof Uint8Array) return this.#addBytes(body);
    if (typeof body !== "object" || body === null || Array.isArray(body)) return this.#addValue(this.#text(body));
    const present = Object.entries(body).filter(([, value]) => value !== undefined);
    const fields = Object.fromEntries(present.map(([name, value]) => [name, this.#field(value)]));
    return this.#keep(hashOfFields(fields), (hash) => ({ hash, fields }));
  }

  #field(value: unknown): Field {
    if (Array.isArray(value) && value.length > 0) {
      return { list: this.#addList(value.map((item) => this.#addValue(this.#text(item)))) };
    }
    const text = this.#text(value);
    if (text.length > shortField) return { part: this.#addValue(text) };
    this.bytes += text.length;
    return { is: JSON.parse(text) };
  }

  #addList(items: readonly string[]): string {
    let hash = emptyList;
    let after = { hash, length: 0 };
    for (const [index, item] of items.entries()) {
      hash = nextInList(hash, item);
      if (this.#isKnown(hash)) after = { hash, length: index + 1 };
    }
    return this.#keep(hash, () => ({ hash, after: after.hash, items: items.slice(after.length) }));
  }

  #addValue(text: string): string {
    this.bytes += text.length;
    return this.#keep(hashOfValue(text), (hash) => ({ hash, value: JSON.parse(text) as unknown }));
  }

  #addBytes(bytes: Uint8Array): string {
    this.bytes += bytes.length;
    const text = this.#withoutSecrets(Buffer.from(bytes).toString("latin1"));
    return this.#keep(hashOfBytes(text), (hash) => ({ hash, bytes: Buffer.from(text, "latin1").toString("base64") }));
  }

  #keep(hash: string, part: (hash: string) => Part): string {
    if (!this.#isKnown(hash)) this.#parts.set(hash, part(hash));
    return hash;
  }

  #text(value: unknown): string {
    return this.#withoutSecrets(JSON.stringify(value) ?? "null");
  }

  #withoutSecrets(text: string): string {
    return this.#secrets.reduce(
      (rest, secret) => (rest.includes(secret) ? rest.replaceAll(secret, "***") : rest),
      text,
    );
  }
}

/** The hash that a part has by its content. */
export function hashOfPart(part: Part): string {
  if ("fields" in part) return hashOfFields(part.fields);
  if ("items" in part) return part.items.reduce(nextInList, part.after);
  if ("bytes" in part) return hashOfBytes(Buffer.from(part.bytes, "base64").toString("latin1"));
  return hashOfValue(JSON.stringify(part.value));
}

const hashOfValue = (text: string): string => sha256(`value ${text}`);
const hashOfBytes = (latin: string): string => sha256(Buffer.from(`bytes ${latin}`, "latin1"));
const hashOfFields = (fields: Readonly<Record<string, Field>>): string => sha256(`fields ${JSON.stringify(fields)}`);
const nextInList = (list: string, item: string): string => sha256(`${list} ${item}`);

/** The hash by which a body is known in every ledger. */
export function hashOfBody(body: unknown, secrets: readonly string[] = []): string {
  return new BodyParts(() => false, secrets).add(body);
}
