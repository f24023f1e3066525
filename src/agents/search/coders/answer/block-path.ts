import { posix } from "node:path";
import type { FencedBlock } from "./fenced-blocks.ts";

/** A file's name with its ending, without spaces: nothing else is taken for one where a sentence or code could be. */
const plainPath = /^(?:[\w.+@-]+\/)*[\w.+@-]+\.\w{1,10}$/;

/** Longer lines are prose or data. */
const longestLine = 300;

/** What languages are called in blocks, by the ending of their files. */
const languages: Readonly<Record<string, readonly string[]>> = {
  ".py": ["python", "python3", "py"],
  ".js": ["javascript", "js", "node", "mjs"],
  ".mjs": ["javascript", "js", "node", "mjs"],
  ".ts": ["typescript", "ts"],
  ".sh": ["bash", "sh", "shell"],
  ".json": ["json"],
  ".yaml": ["yaml", "yml"],
  ".yml": ["yaml", "yml"],
  ".md": ["markdown", "md"],
};

/** The path that a block is for, by its fence, the line above it or its first line; null when none of them says. */
export function pathOf(block: FencedBlock): string | null {
  return pathOfInfo(block.info) ?? pathOfLine(block) ?? pathOfComment(block);
}

/** Whether a block may be a file with this path, by its language. One that names none may be anything. */
export function fitsLanguage({ info }: FencedBlock, path: string): boolean {
  const language = languageOf(info);
  const known = languages[posix.extname(path)];
  return language === "" || known === undefined || known.includes(language);
}

function languageOf(info: string): string {
  return (/^[\w+#-]+/.exec(info)?.[0] ?? "").toLowerCase();
}

/** @example "python main.py", "main.py", "python:src/main.py", 'py title="main.py"' */
function pathOfInfo(info: string): string | null {
  if (info.length > longestLine) return null;
  const named = /(?:^|\s)\{?(?:path|file|filename|title|name)=(?:"([^"]*)"|'([^']*)'|([^\s}]+))/i.exec(info);
  if (named !== null) return named[1] ?? named[2] ?? named[3] ?? null;
  const last = info.split(/\s+/).at(-1) ?? "";
  const path = last.replace(/^[\w+#-]+:(?=.)/, "");
  return plainPath.test(path) || /[/\\]/.test(path) ? path : null;
}

/** @example "### `main.py`", "**main.py**:", "File: main.py", "Here is `main.py`:" */
function pathOfLine(block: FencedBlock): string | null {
  const line = block.lineBefore;
  if (line.length > longestLine) return null;
  const named = line.replace(/^[#>*\s-]*(?:\d+[.)]\s+)?(?:file(?:name)?:|path:)?/i, "").replace(/:$/, "");
  const bare = named.replace(/[*`]/g, "").trim();
  const quoted = line.endsWith(":") ? [...line.matchAll(/`([^`]+)`/g)] : [];
  const path = quoted.length === 1 && !plainPath.test(bare) ? quoted[0]![1]! : bare;
  return plainPath.test(path) && fitsLanguage(block, path) ? path : null;
}

/** @example "# main.py", "// file: src/model.mjs" */
function pathOfComment(block: FencedBlock): string | null {
  const line = block.content.slice(0, longestLine).split("\n", 1)[0]!;
  const path = /^(?:#|\/\/|--)\s*(?:(?:file(?:name)?|path):\s*)?(\S+)\s*$/i.exec(line)?.[1] ?? "";
  return plainPath.test(path) && fitsLanguage(block, path) ? path : null;
}
