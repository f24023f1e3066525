import type { Column } from "../../../frame/column.ts";
import type { Task } from "../reading/find-task.ts";
import { columnsOf } from "../reading/goal.ts";
import { findColumn } from "../reading/name-columns.ts";

/** A column that train and test share, the training rows first. */
export type Joined =
  | { readonly name: string; readonly kind: "number"; readonly values: Float64Array }
  | { readonly name: string; readonly kind: "category" | "prose"; readonly texts: readonly (string | null)[] }
  /** Days since 1970. */
  | { readonly name: string; readonly kind: "date"; readonly values: Float64Array };

/** Columns that both tables have, except ids and targets, each with what it seems to hold. */
export function joinColumns({ train, test, roles, goals }: Task): Joined[] {
  // A single key is an id, which says nothing about its row; several keys describe it.
  const keys = roles.keys.length > 1 ? [] : roles.keys.flatMap((key) => [key, findColumn(train, key) ?? key]);
  const hidden = new Set([...keys, ...roles.targets, ...goals.flatMap((goal) => [goal.column, ...columnsOf(goal)])]);
  const shared = train.names.filter((name) => test.has(name) && !hidden.has(name));
  return shared.map((name) => joinColumn(train.column(name), test.column(name)));
}

function joinColumn(first: Column, second: Column): Joined {
  const { name } = first;
  if (first.kind !== "text" && second.kind !== "text") {
    const values = new Float64Array(first.length + second.length);
    values.set(first.values);
    values.set(second.values, first.length);
    // An infinite value would make every sum infinite.
    for (const [row, value] of values.entries()) if (!Number.isFinite(value)) values[row] = Number.NaN;
    return { name, kind: "number", values };
  }
  const texts = [...textsOf(first), ...textsOf(second)];
  const days = texts.map((text) => (text === null ? Number.NaN : parseDay(text)));
  if (texts.every((text, row) => text === null || !Number.isNaN(days[row]!))) {
    return { name, kind: "date", values: Float64Array.from(days) };
  }
  const present = texts.filter((text) => text !== null);
  const words = present.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  const isProse = words / present.length > 3 && new Set(present).size > present.length / 10;
  return { name, kind: isProse ? "prose" : "category", texts };
}

function textsOf(column: Column): (string | null)[] {
  if (column.kind === "text") return column.texts();
  return Array.from(column.values, (value) => (Number.isNaN(value) ? null : String(value)));
}

/** Days since 1970 of text that begins with a date such as 2021-05-31, else NaN. */
function parseDay(text: string): number {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:$|[ T])/.exec(text);
  return match === null ? Number.NaN : Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 86_400_000;
}
