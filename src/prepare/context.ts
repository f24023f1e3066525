import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { PrepareContext, Target } from "../contracts/preparation.ts";
import type { PrintOptions } from "../frame/printing/cell-printer.ts";
import type { CsvFileOptions } from "../frame/reading/csv-file.ts";
import { TableView } from "../frame/table-view.ts";
import { extractArchive } from "../lib/archive/extract-archive.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { MissingData } from "../lib/errors.ts";
import { linkOrCopy } from "../lib/files/link-or-copy.ts";
import { findUnpacked } from "./find-unpacked.ts";

interface ContextOptions {
  readonly raw: string;
  /** Gets `public/` and `private/`. */
  readonly output: string;
  /** For intermediate files; the caller removes it. On the file system of `raw` and `output`, so that files can be linked. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  /** Called with the number of files placed so far. */
  readonly onPlaced?: (files: number) => void;
}

/** The folders of one preparation and what it can do with them; see `PrepareContext`. */
export function createContext(options: ContextOptions): PrepareContext {
  const { raw, output, scratch, signal } = options;
  const folders = new Set<string>();
  let placed = 0;

  const ensureFolder = (folder: string): void => {
    if (folders.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    folders.add(folder);
  };
  ensureFolder(join(output, "public"));
  mkdirSync(join(output, "private"), { mode: 0o700, recursive: true });

  const source = (path: string): string => (isAbsolute(path) ? path : join(raw, path));
  const target = (path: Target): string => {
    const absolute = join(output, path);
    const [top] = relative(output, absolute).split("/");
    if (top !== "public" && top !== "private") throw new RangeError(`A preparation must not write to ${path}`);
    ensureFolder(dirname(absolute));
    return absolute;
  };

  const place = (from: string, to: Target): void => {
    signal.throwIfAborted();
    linkOrCopy(source(from), target(to));
    placed += 1;
    options.onPlaced?.(placed);
  };
  const placeTree = (from: string, to: Target): void => {
    ensureFolder(join(output, to));
    for (const entry of readdirSync(source(from), { withFileTypes: true })) {
      const [child, at] = [join(source(from), entry.name), `${to}/${entry.name}` as Target];
      const isFolder = entry.isSymbolicLink() ? statSync(child).isDirectory() : entry.isDirectory();
      if (isFolder) placeTree(child, at);
      else place(child, at);
    }
  };

  return {
    raw,
    public: join(output, "public"),
    private: join(output, "private"),
    signal,
    open: (path: string, csvOptions?: CsvFileOptions) => TableView.open(source(path), csvOptions),
    write: (path: Target, table: TableView, printOptions?: PrintOptions) => {
      signal.throwIfAborted();
      table.write(target(path), printOptions);
    },
    place,
    placeTree,
    list: (folder) => readdirSync(source(folder)).sort(compareCodePoints),
    async extract(archive, member) {
      if (!existsSync(source(archive))) {
        const found = findUnpacked(source(archive), member);
        if (found !== null) return found;
        throw new MissingData(`The raw data lacks ${archive}: there is no such file in ${raw}, packed or unpacked.`);
      }
      const folder = resolve(scratch, archive.replaceAll(/[^\w.-]/g, "_"));
      // A preparation may ask for several members of one archive.
      if (!existsSync(folder)) await extractArchive(source(archive), folder, { signal });
      return member === undefined ? folder : join(folder, member);
    },
    scratch: (name) => {
      const path = join(scratch, name);
      ensureFolder(dirname(path));
      return path;
    },
    target,
  };
}
