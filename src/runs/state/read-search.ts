import { join } from "node:path";
import { searchEvents } from "../../agents/search/events.ts";
import { SearchRecord } from "../../agents/search/tree/search-record.ts";
import { UsageError } from "../../lib/errors.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";

/**
 * The search of a run's last attempt, from its journal.
 *
 * @throws UsageError when the journal holds events of a search that this version does not know.
 */
export function readSearch(runFolder: string): SearchRecord {
  const path = join(runFolder, runFiles.events);
  const lines = readJournal<RunEvent>(path);
  const opened = lines.findLastIndex(({ type }) => type === "opened");
  const record = new SearchRecord();
  for (const line of lines.slice(opened + 1)) {
    if (line.type !== "agent") continue;
    const { data, error } = searchEvents.safeParse(line.event);
    if (error !== undefined) {
      throw new UsageError(`${path}, line ${line.seq + 1}: this version cannot read the event \`${line.event.type}\`.`);
    }
    record.add(data);
  }
  return record;
}
