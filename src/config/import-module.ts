import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hasCode } from "../lib/error-code.ts";
import { UsageError } from "../lib/errors.ts";
import { shareLibrary } from "./library-imports.ts";

/** The default export of a file, or what a JSON file holds. @throws UsageError that names the file. */
export async function importFile(file: string): Promise<unknown> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  if (file.endsWith(".json")) return readJson(file);
  requireTypeStripping(file);
  return await defaultExport(file);
}

/** The file that a config file names: `./name` and absolute paths are files, anything else is a package. */
export function findNamed(name: string, config: string): string {
  if (name.startsWith(".") || isAbsolute(name)) {
    const file = resolve(dirname(config), name);
    if (existsSync(file)) return file;
    throw new UsageError(`${config} names ${file}, which does not exist. Correct the entry, or remove it.`);
  }
  try {
    return createRequire(config).resolve(name);
  } catch (cause) {
    if (!hasCode(cause, "MODULE_NOT_FOUND")) throw new UsageError(`${config}: ${(cause as Error).message}.`, { cause });
    const hint = `Install it, or write \`./${name}\` for a file.`;
    throw new UsageError(`${config}: The package \`${name}\` cannot be found from there. ${hint}`, { cause });
  }
}

async function defaultExport(file: string): Promise<unknown> {
  shareLibrary();
  let module: { readonly default?: unknown };
  try {
    module = await import(pathToFileURL(file).href);
  } catch (cause) {
    if (hasCode(cause, "ERR_UNKNOWN_FILE_EXTENSION")) throw noTypeScript(file);
    throw new UsageError(`${file} cannot be loaded: ${describe(cause, file)}`, { cause });
  }
  if (module.default === undefined) throw new UsageError(`${file} has no default export.`);
  return module.default;
}

/** Node keeps to itself where a syntax error is, until it prints it. */
function describe(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  const hint = error instanceof SyntaxError ? ` \`node --check ${file}\` may show where.` : "";
  return `${error.name}: ${error.message}.${hint}`;
}

/** Node 22.18 and newer run TypeScript; what came before has no such feature, or has to be told. */
function requireTypeStripping(file: string): void {
  const { typescript } = process.features as { typescript?: unknown };
  if (/\.[cm]?ts$/.test(file) && !typescript) throw noTypeScript(file);
}

function noTypeScript(file: string): UsageError {
  return new UsageError(
    `${file}: TypeScript needs Node 22.18 or newer, and this is ${process.version}. ` +
      "Use JavaScript (with types in comments if you like), or compile it first.",
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new UsageError(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
