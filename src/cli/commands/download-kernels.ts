import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { loadFacts } from "../../facts/facts.ts";
import { KaggleClient } from "../../kaggle/client.ts";
import { BenchError, UsageError } from "../../lib/errors.ts";
import { downloadKernels, type KernelDownload, parseKernelList } from "../../runs/preparation/download-kernels.ts";
import { fetchUpstreamKernels } from "../../runs/preparation/upstream-file.ts";
import { exitCodes } from "../exit-codes.ts";
import { type CompetitionKernels, kernelsJson } from "../json/kernels-json.ts";
import { note, printJson } from "../output.ts";
import { selectCompetitions } from "../select-competitions.ts";
import type { DownloadKernelsOptions } from "./download-kernels.options.ts";

export async function run(options: DownloadKernelsOptions): Promise<number> {
  const ids = selectCompetitions(options);
  if (options.kernels !== undefined && ids.length > 1) {
    throw new UsageError(`--kernels is a list for one competition; ${ids.length} are selected.`);
  }
  const client = new KaggleClient({ onRetry: ({ reason }) => note(reason) });
  const results: CompetitionKernels[] = [];
  for (const id of ids) results.push(await downloadFor(id, client, options));
  if (options.json) printJson(results.map(kernelsJson));
  const isComplete = results.every(({ error, kernels }) => error === null && kernels.every((each) => !each.error));
  return isComplete ? exitCodes.done : exitCodes.failedItems;
}

/** A competition without a list does not stop the others. */
async function downloadFor(
  id: string,
  client: KaggleClient,
  options: DownloadKernelsOptions,
): Promise<CompetitionKernels> {
  const { kernels: folder } = competitionFolder(resolve(options.dataDir ?? defaultDataDirectory()), id);
  let references: string[];
  try {
    references = (await readKernelList(id, options.kernels)).slice(0, options.most);
  } catch (error) {
    if (!(error instanceof BenchError) || error instanceof UsageError) throw error;
    note(`${id}: no list of kernels\n${error.message}`);
    return { competitionId: id, folder, kernels: [], error: { code: error.code, message: error.message } };
  }
  const { force = false, pause } = options;
  const onKernel = (kernel: KernelDownload): void => note(describe(kernel));
  const kernels = await downloadKernels(references, { client, folder, force, pauseMs: pause * 1000, onKernel });
  const present = kernels.filter(({ path }) => path !== null).length;
  note(`${id}: ${present} of ${references.length} kernels in ${folder}`);
  return { competitionId: id, folder, kernels, error: null };
}

async function readKernelList(id: string, file: string | undefined): Promise<string[]> {
  if (file === undefined)
    return parseKernelList(await fetchUpstreamKernels(loadFacts(id)), `Upstream's list for ${id}`);
  try {
    return parseKernelList(readFileSync(file, "utf8"), file);
  } catch (cause) {
    if (cause instanceof BenchError) throw cause;
    throw new UsageError(`The list of kernels cannot be read: ${(cause as Error).message}.`, { cause });
  }
}

function describe({ reference, wasThere, error }: KernelDownload): string {
  return `  ${reference}: ${error?.message ?? (wasThere ? "already there" : "downloaded")}`;
}
