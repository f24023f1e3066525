import type { FileChanges } from "../parts.ts";

interface ChangedBranch {
  readonly branch: string;
  /** The commit that it builds on. */
  readonly from: string;
  /** All the files that it has to begin with, instead of those of the commit. */
  readonly files?: Readonly<Record<string, string>>;
  readonly changes: FileChanges;
  readonly message: string;
}

/** A commit in the language of `git fast-import`: one process makes it, and needs no folder for it. */
export function changeStream({ branch, from, files, changes, message }: ChangedBranch): string {
  const lines = [
    `commit refs/heads/${branch}`,
    "committer mlebench <search@localhost> now",
    data(message),
    `from ${from}^0`,
    ...(files === undefined ? [] : ["deleteall", ...Object.entries(files).flatMap(written)]),
    ...changes.deleted.map((path) => `D ${quoted(path)}`),
    ...[...changes.written].flatMap(written),
  ];
  return `${lines.join("\n")}\n`;
}

function written([path, text]: readonly [path: string, text: string]): readonly string[] {
  return [`M 100644 inline ${quoted(path)}`, data(text)];
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

function quoted(path: string): string {
  const escaped = path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `"${escaped}"`;
}
