import { parseDocument } from "yaml";
import { z } from "zod";
import { UsageError } from "../../../lib/errors.ts";
import { cardKinds } from "./card-kinds.ts";

const words = z.array(z.string());

const frontMatter = z.strictObject({
  title: z.string(),
  kind: z.enum(cardKinds).default("concept"),
  data: words,
  tasks: words,
  models: words.default([]),
  metrics: words.default([]),
  tags: words.default([]),
  /** Names of cards that help with the same tasks. A link counts in both directions. */
  related: words.default([]),
});

/** What is known about one kind of data, model, method or metric. */
export interface Card extends z.infer<typeof frontMatter> {
  /** The name of its file, without the extension. */
  readonly name: string;
  /** Everything but the sketch: when to use it, what to do, what to watch out for. */
  readonly advice: string;
  /** A sketch of a program; may be empty. */
  readonly code: string;
}

/** Reads a card. @throws UsageError that names the file, the line and what is wrong. */
export function parseCard(file: string, name: string, text: string): Card {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (parts === null) {
    throw new UsageError(`${file}:1: A knowledge card begins with its front matter, between two lines of \`---\`.`);
  }
  const [, head, body] = parts as unknown as [string, string, string];
  const document = parseDocument(head);
  const [problem] = document.errors;
  if (problem !== undefined) {
    throw new UsageError(`${file}:${(problem.linePos?.[0].line ?? 0) + 1}: ${problem.message.split("\n")[0]}`);
  }
  const result = frontMatter.safeParse(document.toJS());
  if (!result.success) {
    const [{ path, message }] = result.error.issues as [z.core.$ZodIssue];
    throw new UsageError(`${file}:${lineOf(head, String(path[0] ?? ""))}: ${[...path, message].join(": ")}.`);
  }
  const [advice, code] = body.split(/^## Code[ \t]*$/m);
  return { ...result.data, name, advice: advice!.trim(), code: code?.trim() ?? "" };
}

/** The line of a key in a card, whose first line is `---`. */
function lineOf(head: string, key: string): number {
  return head.split("\n").findIndex((line) => line.startsWith(`${key}:`)) + 2 || 1;
}
