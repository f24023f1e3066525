import { textAt } from "../../../frame/as-text.ts";
import type { Frame } from "../../../frame/frame.ts";
import { findColumn } from "./name-columns.ts";

/** The test rows behind each row of the sample: those from `starts[row]` to `starts[row + 1]` of `rows`; often one. */
export interface RowLinks {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** Links each row to itself, for a test table with the sample's own rows. */
export function sameRows(length: number): RowLinks {
  return {
    starts: Uint32Array.from({ length: length + 1 }, (_, row) => row),
    rows: Uint32Array.from(new Uint32Array(length).keys()),
  };
}

/**
 * Links the sample's rows to those of a test table: by position if the shared keys agree row by row, by value otherwise. If the
 * tables share no key, any test column with distinct values may hold the sample's keys. Null if fewer than half are found.
 */
export function linkRows(sample: Frame, test: Frame, keys: readonly string[]): RowLinks | null {
  const shared = keys.filter((key) => findColumn(test, key) !== null);
  const columns = shared.map((key) => findColumn(test, key)!);
  if (shared.length > 0) {
    const [wanted, found] = [keysOf(sample, shared), keysOf(test, columns)];
    if (wanted.length === found.length && wanted.every((key, row) => key === found[row]))
      return sameRows(sample.length);
    return match(wanted, found);
  }
  for (const key of keys) {
    const wanted = keysOf(sample, [key]);
    for (const name of test.names) {
      const found = keysOf(test, [name]);
      const links = new Set(found).size === found.length ? match(wanted, found) : null;
      if (links !== null) return links;
    }
  }
  return null;
}

function keysOf(table: Frame, names: readonly string[]): string[] {
  const columns = names.map((name) => table.column(name));
  return Array.from({ length: table.length }, (_, row) => columns.map((column) => textAt(column, row)).join("\0"));
}

function match(wanted: readonly string[], found: readonly string[]): RowLinks | null {
  const places = new Map<string, number[]>();
  for (const [row, key] of found.entries()) {
    const rows = places.get(key);
    if (rows === undefined) places.set(key, [row]);
    else rows.push(row);
  }
  const starts = new Uint32Array(wanted.length + 1);
  const rows: number[] = [];
  let linked = 0;
  for (const [row, key] of wanted.entries()) {
    const behind = places.get(key) ?? [];
    if (behind.length > 0) linked += 1;
    for (const place of behind) rows.push(place);
    starts[row + 1] = rows.length;
  }
  return linked * 2 < wanted.length ? null : { starts, rows: Uint32Array.from(rows) };
}
