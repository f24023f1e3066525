import { plainText } from "../../../lib/plain-text.ts";
import { estimateTokens } from "../../search/memory/tokens.ts";
import { firstLine, skeleton } from "./skeleton.ts";
import type { SourceModule } from "./source-module.ts";
import type { Repository } from "./understand-repository.ts";

/** How much of the digest its parts may take. Skeletons get what the others leave. */
const shares = { layout: 0.1, readme: 0.2, entryPoints: 0.1, nextModules: 0.1 };

/** No module takes more than this part of the room for skeletons, so that several fit. */
const mostOfSkeletons = 0.12;
const fewestTokens = 60;

const mostEntryPoints = 10;
const mostSettings = 12;

/** Files that say how programs are set up, and what they need. */
const settingsFile =
  /(?:^|\/)(?:[^/]+\.(?:ya?ml|toml|ini|cfg)|(?:requirements|environment)[^/]*\.txt|[^/]*config[^/]*\.json)$/i;

/**
 * What a newcomer should know about a repository first, within a number of tokens: its layout, the beginning of its README,
 * where its programs begin, the most important modules as skeletons, and the names of the next ones.
 */
export function digestRepository(repository: Repository, mostTokens: number): string {
  const modules = byImportance(repository);
  const before = [
    section("Layout", withinTokens(layoutOf(repository), mostTokens * shares.layout)),
    section("README", withinTokens(readmeLines(repository.readme), mostTokens * shares.readme)),
    section("Entry points", withinTokens(entryPointLines(repository), mostTokens * shares.entryPoints)),
  ].filter((text) => text !== "");
  const used = estimateTokens(before.join("\n\n"));
  const { text, count } = skeletons(repository, modules, mostTokens * (1 - shares.nextModules) - used - 20);
  const parts = [...before, section("Most important modules", text)].filter((part) => part !== "");
  const left = mostTokens - estimateTokens(parts.join("\n\n")) - 20;
  const next = withinTokens(modules.slice(count).map(nameLine), left);
  return [...parts, section("Next modules", next)].filter((part) => part !== "").join("\n\n");
}

/** The modules of a repository, most important first. */
export function byImportance({ modules, importance }: Repository): SourceModule[] {
  const weight = ({ path }: SourceModule): number => importance.modules.get(path) ?? 0;
  return [...modules].sort((left, right) => weight(right) - weight(left));
}

function section(title: string, text: string): string {
  return text === "" ? "" : `## ${title}\n${text}`;
}

/** As many lines as fit, and how many did not. */
function withinTokens(lines: readonly string[], mostTokens: number): string {
  const shown: string[] = [];
  let left = mostTokens - 6;
  for (const line of lines.map((each) => plainText(each))) {
    left -= estimateTokens(`${line}\n`);
    if (left < 0) break;
    shown.push(line);
  }
  const missing = lines.length - shown.length;
  return shown.length === 0 || missing === 0 ? shown.join("\n") : `${shown.join("\n")}\n(${missing} more lines)`;
}

function layoutOf({ name, files, modules, skipped, isComplete, graphs }: Repository): string[] {
  const folders = new Map<string, number>();
  for (const { path } of modules) {
    const folder = path.split("/").slice(0, -1).slice(0, 2).join("/");
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const packages = [...graphs.packages.keys()].filter((each) => !standardLibrary.has(each)).slice(0, 20);
  const most = [...folders].sort(([, left], [, right]) => right - left).slice(0, 20);
  const depth = (path: string): number => path.split("/").length;
  const settings = files
    .map(({ path }) => path)
    .filter((path) => settingsFile.test(path) && !path.startsWith("."))
    .sort((left, right) => depth(left) - depth(right));
  return [
    `${name}: ${modules.length} Python modules in ${files.length} files${isComplete ? "" : " (not all were listed)"}`,
    ...(skipped.length === 0
      ? []
      : [`not parsed: ${skipped.length}, such as ${skipped[0]!.path} (${skipped[0]!.reason})`]),
    ...(packages.length === 0 ? [] : [`uses packages: ${packages.join(", ")}`]),
    ...(settings.length === 0 ? [] : [`settings and requirements: ${settings.slice(0, mostSettings).join(", ")}`]),
    `modules by folder: ${most.map(([folder, count]) => `${folder === "" ? "." : folder} ${count}`).join(", ")}`,
  ];
}

/** The README without pictures, badges and HTML. */
function readmeLines(readme: string): string[] {
  const text = readme
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\[?!\[[^\]\n]*\]\([^)\n]*\)(?:\]\([^)\n]*\))?/g, "")
    .replace(/<\/?[a-z][^>\n]{0,300}>/gi, "")
    .replace(/\n{2,}/g, "\n");
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trimEnd().slice(0, 500)]));
}

function entryPointLines({ entryPoints, modules }: Repository): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  return entryPoints.slice(0, mostEntryPoints).map(({ path, reasons }) => {
    const about = firstLine(byPath.get(path)?.documentation ?? "");
    return `- ${path}: ${reasons.join(", ")}${about === "" ? "" : `. ${about}`}`;
  });
}

function skeletons(repository: Repository, modules: readonly SourceModule[], room: number) {
  const shown: string[] = [];
  let left = room;
  for (const module of modules) {
    const most = Math.floor(Math.min(left, Math.max(fewestTokens, room * mostOfSkeletons)));
    if (most < fewestTokens) break;
    const text = skeleton(module, repository.importance.symbols, most);
    shown.push(text);
    left -= estimateTokens(text) + 1;
  }
  return { text: shown.join("\n\n"), count: shown.length };
}

function nameLine({ path, symbols }: SourceModule): string {
  const names = symbols.filter(({ qualified, name }) => qualified === name && !name.startsWith("_")).slice(0, 6);
  return `- ${path}${names.length === 0 ? "" : `: ${names.map(({ name }) => name).join(", ")}`}`;
}

/** The modules of Python's own that programs import most: not worth naming. */
const standardLibrary = new Set(
  (
    "__future__ abc argparse ast asyncio atexit base64 bisect builtins collections concurrent configparser contextlib copy csv ctypes dataclasses " +
    "datetime decimal difflib enum errno fnmatch fractions functools gc getpass glob gzip hashlib heapq html http importlib inspect io " +
    "ipaddress itertools json locale logging math mimetypes multiprocessing netrc numbers operator os pathlib pdb pickle pkgutil platform " +
    "pprint queue random re secrets select shlex shutil signal socket sqlite3 ssl stat statistics string struct subprocess sys tarfile " +
    "tempfile textwrap threading time timeit traceback types typing unicodedata unittest urllib uuid warnings weakref xml zipfile zlib"
  ).split(" "),
);
