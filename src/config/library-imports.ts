import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { extname } from "node:path";

/** What a file of the user's may import, and the file of this package without its extension. */
const entries = { mlebench: "index", "mlebench/competition": "competition", "mlebench/runs": "runs" };

/** Node's hooks in the same thread, which Node 20 and early versions of 22 do not have. */
type RegisterHooks = (hooks: { resolve: Resolve }) => void;
type Resolve = (specifier: string, context: unknown, next: (specifier: string, context: unknown) => unknown) => unknown;

let isRegistered = false;

/**
 * From now on, files that import `mlebench` get the modules of this very program, whatever copy is installed beside them,
 * if any. With a second copy, an `InvalidSubmission` of theirs would not be ours.
 */
export function shareLibrary(): void {
  if (isRegistered) return;
  isRegistered = true;
  const urls = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, libraryUrl(file)]));
  const { registerHooks } = nodeModule as { registerHooks?: RegisterHooks };
  if (registerHooks === undefined) nodeModule.register(hookModule(urls));
  else registerHooks({ resolve: (specifier, context, next) => next(urls[specifier] ?? specifier, context) });
}

/** The bundled command has the library beside it, made of the same modules. */
function libraryUrl(file: string): string {
  const bundled = new URL(`./library-${file}.js`, import.meta.url);
  return existsSync(bundled) ? bundled.href : new URL(`../${file}${extname(import.meta.url)}`, import.meta.url).href;
}

/** The same hook as a module, which older versions of Node run in a thread of its own. */
function hookModule(urls: Readonly<Record<string, string>>): string {
  const source = `const urls = ${JSON.stringify(urls)};
export const resolve = (specifier, context, next) => next(urls[specifier] ?? specifier, context);`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
