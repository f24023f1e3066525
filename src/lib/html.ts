import { visibleText } from "./visible-text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup that is safe to show: only `html` makes it. */
export class Html {
  readonly #markup: string;

  /** @param markup Ours alone, with every value in it escaped. */
  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** What a template takes. Text is escaped, lists are joined, null is nothing. */
export type HtmlValue = string | number | Html | null | readonly HtmlValue[];

/**
 * A template for HTML: every text in it is shown as text, wherever it came from, also in quoted attributes. Characters that a
 * page would obey or that reorder text become visible escapes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  // Not joined: that would copy all of a large page once more for every template around it.
  return new Html(strings.reduce((markup, piece, index) => markup + markupOf(values[index - 1]!) + piece));
}

function markupOf(value: HtmlValue): string {
  if (value === null) return "";
  if (value instanceof Html) return String(value);
  if (typeof value === "object") return value.map(markupOf).join("");
  return visibleText(String(value)).replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
