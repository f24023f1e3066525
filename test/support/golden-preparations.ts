import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** What a prepared file must be: its bytes, an archive's members, or a parquet table's content. */
export type ExpectedFile =
  | { readonly size: number; readonly md5: string }
  | { readonly archive: Readonly<Record<string, string>> }
  | { readonly parquet_as_csv_md5: string };

export interface GoldenPreparation {
  readonly competition: string;
  readonly public: Readonly<Record<string, ExpectedFile>>;
  readonly private: Readonly<Record<string, ExpectedFile>>;
}

const folder = new URL("../golden/prepare/", import.meta.url);

/** Competitions that have a golden preparation. */
export function goldenPreparationIds(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".zip"))
    .map((file) => file.replace(".zip", ""));
}

/** The archive that stands for Kaggle's. */
export function goldenArchive(id: string): string {
  return fileURLToPath(new URL(`${id}.zip`, folder));
}

/** What the Python reference wrote for that archive. */
export function goldenPreparation(id: string): GoldenPreparation {
  return JSON.parse(brotliDecompressSync(readFileSync(new URL(`${id}.json.br`, folder))).toString());
}
