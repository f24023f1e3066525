import { type Html, type HtmlValue, html } from "../../../lib/html.ts";
import type { Block } from "../document.ts";
import { cutText } from "./cut-text.ts";

/** A part of the page. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/** @param introduction How to read it. */
export function section(id: string, title: string, introduction: string, ...parts: readonly HtmlValue[]): Section {
  const how = introduction === "" ? null : html`<p>${introduction}</p>\n`;
  const content = html`<section id="${id}" aria-labelledby="${id}-title">\n<h2 id="${id}-title">${title}</h2>\n${how}${parts}</section>\n`;
  return { id, title, content };
}

/** A line of a figure: what it is about, a plot, and the figure in words. */
interface Line {
  readonly name: HtmlValue;
  readonly plot: Html;
  /** The plot in words, for those who cannot see it. */
  readonly description: string;
  readonly value: string;
  /** Result sets that have a mark in it, one below the other. */
  readonly sets?: number;
}

export function line({ name, plot, description, value, sets = 1 }: Line): Html {
  return html`<li class="line"><span class="name">${name}</span><svg class="strip" height="${Math.max(22, 11 * sets)}" role="img" aria-label="${description}">${plot}</svg><span class="value">${value}</span></li>\n`;
}

/** Lines with a common scale, which is drawn above them. */
export function lines(scale: Html, members: readonly Html[]): Html {
  return html`<div class="lines"><div class="line scale" aria-hidden="true"><span class="name"></span><svg class="strip" height="18">${scale}</svg><span class="value"></span></div>\n<ol>\n${members}</ol></div>\n`;
}

/** A table that scrolls on its own where the screen is too narrow for it. Columns of numbers are aligned to the right. */
export function table(caption: string, header: readonly string[], rows: readonly (readonly HtmlValue[])[]): Html {
  const isNumeric = header.map((_, column) => column > 0 && rows.every((row) => looksNumeric(row[column])));
  const cell = (value: HtmlValue, column: number): Html =>
    isNumeric[column] ? html`<td class="number">${value}</td>` : html`<td>${value}</td>`;
  const head = header.map(
    (title, column) => html`<th scope="col"${classOf(isNumeric[column] ? "number" : "")}>${title}</th>`,
  );
  const body = rows.map(
    ([first = null, ...others]) =>
      html`<tr><th scope="row">${first}</th>${others.map((value, index) => cell(value, index + 1))}</tr>\n`,
  );
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="figures">\n<caption>${caption}</caption>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}</tbody></table></div>\n`;
}

function classOf(name: string): Html | null {
  return name === "" ? null : html` class="${name}"`;
}

/** The figures of all sets beside a line, where there is room for them; plot and description always have them. */
export function beside(texts: readonly string[]): string {
  return texts.length > 2 ? "" : texts.join(" | ");
}

function looksNumeric(value: HtmlValue | undefined): boolean {
  return typeof value === "number" || (typeof value === "string" && /^$|^[-+$\d][\d.,$%±/ to-]*$/.test(value));
}

/** What the plots show, as tables: for those who cannot see them and those who need the numbers. */
export function numbers(summary: string, content: HtmlValue): Html {
  return html`<details><summary>${summary}</summary>\n${content}</details>\n`;
}

/** Rows that a table on the page has at most: longer ones are in `report --json`. */
const mostRows = 250;

/** Characters: what programs and graders say may be long. */
const longestCell = 400;

/** Blocks of a document that is otherwise printed as text. */
export function blocks(members: readonly Block[], title: string): Html[] {
  return members.map((block) => {
    if ("heading" in block) return html`<h3>${block.heading}</h3>\n`;
    if ("lines" in block) return paragraphs(block.lines);
    const left = block.rows.length - mostRows;
    const rest =
      left > 0 ? html`<p>${left} more rows are not shown here; <code>report --json</code> has them.</p>\n` : null;
    return html`${table(
      block.title ?? title,
      block.header,
      block.rows.slice(0, mostRows).map((row) => row.map((cell) => cutText(cell, longestCell))),
    )}${rest}`;
  });
}

export function paragraphs(texts: readonly string[]): Html {
  return html`${texts.map((text) => html`<p>${text}</p>\n`)}`;
}
