import type { ExportFormat } from "../../results/export/export-format.ts";
import type { WrittenFile } from "../../results/export/write-export.ts";

/** What was exported. */
export function exportJson({ name }: ExportFormat, files: readonly WrittenFile[], notes: readonly string[]) {
  return { format: name, files: files.map(({ path, bytes }) => ({ path, bytes })), notes };
}
