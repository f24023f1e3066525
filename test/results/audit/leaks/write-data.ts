import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files by their path below `prepared/`. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** Writes prepared data as a test describes it; returns the folder `prepared`. */
export function writePrepared(folder: string, files: Files): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A CSV file of these rows, which hold no commas. */
export function csv(header: string, rows: readonly (readonly (string | number)[])[]): string {
  return `${[header, ...rows.map((row) => row.join(","))].join("\n")}\n`;
}
