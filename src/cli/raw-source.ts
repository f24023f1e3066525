import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../lib/errors.ts";
import type { RawSource } from "../runs/preparation/raw-data.ts";

interface SourceOptions {
  readonly fromZip?: string;
  readonly fromRaw?: string;
}

/** Where `--from-zip` or `--from-raw` say that the raw data of one of several selected competitions is. */
export function rawSource(id: string, total: number, { fromZip, fromRaw }: SourceOptions): RawSource | undefined {
  if (fromZip !== undefined && fromRaw !== undefined) throw new UsageError("Give --from-zip or --from-raw, not both.");
  const given = fromZip ?? fromRaw;
  if (given === undefined) return undefined;
  const stats = statSync(given, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`There is no file or folder ${given}.`);
  if (fromRaw !== undefined && !stats.isDirectory()) throw new UsageError(`${fromRaw} is not a folder.`);
  if (fromZip !== undefined && stats.isDirectory()) return { archive: join(resolve(fromZip), `${id}.zip`) };
  if (fromRaw !== undefined) return { folder: total > 1 ? join(resolve(fromRaw), id) : resolve(fromRaw) };
  if (total > 1) throw new UsageError(`${given} is the archive of one competition, but ${total} are selected.`);
  return { archive: resolve(given) };
}
