import { rmSync } from "node:fs";
import { basename } from "node:path";
import type { PrepareContext, Target } from "../contracts/preparation.ts";
import type { PrintOptions } from "../frame/printing/cell-printer.ts";
import type { TableView } from "../frame/table-view.ts";
import { writeZip } from "../lib/archive/write-zip.ts";

/** Writes a table as the only file of a zip archive, with the archive's name without `.zip`. */
export async function zipTable(
  context: PrepareContext,
  target: Target & `${string}.zip`,
  table: TableView,
  options?: PrintOptions,
): Promise<void> {
  const name = basename(target, ".zip");
  const file = context.scratch(`${name}.to-be-zipped`);
  table.write(file, options);
  await writeZip(context.target(target), [{ name, content: { file } }], { signal: context.signal });
  rmSync(file);
}
