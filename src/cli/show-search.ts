import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { searches } from "../agents/index.ts";
import type { SearchRecord } from "../agents/search/tree/search-record.ts";
import { UsageError } from "../lib/errors.ts";
import { writeFileAtomically } from "../lib/files/replace-file.ts";
import type { GroupState, RunStatus } from "../runs/state/read-group.ts";
import { searchJson } from "./json/search-json.ts";
import { note, print, printJson, printPieces } from "./output.ts";
import { formatSearch } from "./views/search-view.ts";

export interface ShownSearch {
  readonly json?: true | undefined;
  readonly format?: "text" | "html" | "md" | undefined;
  readonly output?: string | undefined;
  readonly force?: true | undefined;
}

/** Prints the experiments of a run, or writes them into a file. @throws UsageError when the agent makes none. */
export async function showSearch(group: GroupState, run: RunStatus, options: ShownSearch): Promise<void> {
  const { agent } = group.plan;
  if (!searches(agent.name)) {
    throw new UsageError(`${run.id} has no tree: the agent \`${agent.name}\` does not search. Leave out --tree.`);
  }
  const { readSearch } = await import("../runs/state/read-search.ts");
  const record = readSearch(run.folder);
  const { json, format = "text", output } = options;
  if (json && (output !== undefined || format !== "text")) {
    throw new UsageError("--json prints the tree as JSON. Leave out --format and --output.");
  }
  if (json) printJson(searchJson(run.id, record));
  else if (output !== undefined) await write(resolve(output), await documentOf(run, record, format), options);
  else if (format === "text")
    print(formatSearch(run.id, record, process.stdout.isTTY ? process.stdout.columns : undefined));
  else await printPieces([await documentOf(run, record, format)]);
}

async function documentOf(run: RunStatus, record: SearchRecord, format: "text" | "html" | "md"): Promise<string> {
  if (format === "text") return `${formatSearch(run.id, record, undefined)}\n`;
  const title = run.competitionId;
  if (format === "md") return (await import("../agents/search/tree/report.ts")).searchReport(title, record);
  return (await import("../agents/search/tree/page/tree-page.ts")).treePage(title, record);
}

async function write(
  path: string,
  text: string,
  { force = false }: { readonly force?: boolean | undefined },
): Promise<void> {
  if (existsSync(path) && !force) throw new UsageError(`${path} exists. Use --force to replace it.`);
  await writeFileAtomically(path, text);
  note(`Written: ${path}`);
}
