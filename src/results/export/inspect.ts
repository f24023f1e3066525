import { logName } from "../inspect/log-header.ts";
import { sampledSets } from "../inspect/sampled-set.ts";
import { jsonLogPieces, writeEvalLog } from "../inspect/write-log.ts";
import type { Exporter, ExportFile } from "./export-format.ts";

/** Logs for Inspect's viewer and everything else that reads them: one for each run group. */
export const exportInspect: Exporter = (sets, { logFormat = "eval" }) => {
  const files = sampledSets(sets).map(
    (set): ExportFile =>
      logFormat === "json"
        ? { name: `${logName(set)}.json`, content: { kind: "text", pieces: () => jsonLogPieces(set) } }
        : { name: `${logName(set)}.eval`, content: { kind: "binary", write: (path) => writeEvalLog(set, path) } },
  );
  return { isFolder: files.length !== 1, files, notes: [] };
};
