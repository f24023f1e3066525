import { loadFacts } from "../../facts/facts.ts";
import { freeDiskBytes } from "../../lib/files/free-disk-bytes.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { estimatePreparation, type PreparationEstimate } from "../../runs/preparation/estimate-preparation.ts";
import type { PreparationTask } from "../../runs/preparation/prepare-batch.ts";
import { isPrepared } from "../../runs/preparation/prepared-state.ts";
import { exitCodes } from "../exit-codes.ts";
import { estimateJson } from "../json/estimate-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";

/** Prints what preparing would download and need on disk; exit code 3 when the disk is too small. */
export async function showEstimates(
  tasks: readonly PreparationTask[],
  dataDirectory: string,
  json: boolean,
): Promise<number> {
  const estimates: PreparationEstimate[] = [];
  for (const { competitionId, options } of tasks) {
    estimates.push(await estimatePreparation(loadFacts(competitionId), options));
  }
  const free = await freeDiskBytes(dataDirectory);
  const total = (key: "downloadBytes" | "diskBytes") => estimates.reduce((sum, each) => sum + (each[key] ?? 0), 0);
  const unknown = estimates.filter(({ diskBytes }) => diskBytes === null).length;
  const fits = total("diskBytes") <= free;
  if (json) {
    printJson({
      data_directory: dataDirectory,
      competitions: estimates.map(estimateJson),
      download_bytes: total("downloadBytes"),
      disk_bytes: total("diskBytes"),
      free_bytes: free,
      fits,
    });
    return fits ? exitCodes.done : exitCodes.failedItems;
  }
  print(formatTable(["competition", "state", "download", "disk, at most"], estimates.map(row)));
  print(
    `To download: ${formatBytes(total("downloadBytes"))}. Disk needed: at most ${formatBytes(total("diskBytes"))}; ` +
      `free in ${dataDirectory}: ${formatBytes(free)}.`,
  );
  if (unknown > 0) note(`${unknown} of them have an unknown size and are not counted.`);
  if (!fits) note("This may not fit. Prepare fewer at a time and run `mlebench cleanup` in between.");
  return fits ? exitCodes.done : exitCodes.failedItems;
}

function row({ competitionId, state, downloadBytes, partialBytes, diskBytes }: PreparationEstimate): string[] {
  const size = (bytes: number | null): string => (bytes === null ? "unknown" : formatBytes(Math.round(bytes)));
  const kept = partialBytes > 0 && !isPrepared(state) ? ` (${formatBytes(partialBytes)} here)` : "";
  return [competitionId, state.replaceAll("-", " "), `${size(downloadBytes)}${kept}`, size(diskBytes)];
}
