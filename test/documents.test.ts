import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const project = fileURLToPath(new URL("..", import.meta.url));
const home = "https://github.com/mlebench/mlebench";
const documents = ["", "docs", "bench", "environment"].flatMap((folder) =>
  readdirSync(join(project, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** Paths in backquotes: from the root of the repository, or a source file from `src/`. Those of examples do not exist. */
function namedPaths(text: string): string[] {
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map((match) => match[1]!);
  const folders = /^(src|test|scripts|data|docs|bench|environment)\//;
  return named
    .filter((path) => !path.includes("titanic"))
    .flatMap((path) => (folders.test(path) ? [path] : path.endsWith(".ts") ? [join("src", path)] : []));
}

/** Where links lead, without anchors; those to the project's home are files of the repository too. */
function linkedPaths(document: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map((match) => match[1]!);
  return targets.flatMap((target) => {
    const own = new RegExp(`^${home}/(?:blob|tree)/main/(.*)$`).exec(target)?.[1];
    if (own !== undefined) return [own];
    return /^https?:/.test(target) ? [] : [join(dirname(document), target)];
  });
}

test.each(documents)("%s names and links to files that exist", (document) => {
  const text = readFileSync(join(project, document), "utf8");
  const paths = [...namedPaths(text), ...linkedPaths(document, text)];
  expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([]);
});
