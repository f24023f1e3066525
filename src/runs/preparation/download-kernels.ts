import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { KaggleClient, KaggleKernel } from "../../kaggle/client.ts";
import { KaggleError } from "../../kaggle/kaggle-error.ts";
import { UsageError } from "../../lib/errors.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { listEntries } from "../../lib/list-entries.ts";

/** The list of the kernels of a folder, in its order. */
export const kernelList = "kernels.txt";

/** What became of one kernel of a list. */
export interface KernelDownload {
  readonly reference: string;
  /** Null when it could not be downloaded. */
  readonly path: string | null;
  readonly wasThere: boolean;
  readonly error: { readonly code: string; readonly message: string } | null;
}

interface KernelOptions {
  readonly client: KaggleClient;
  readonly folder: string;
  /** Between two requests: Kaggle limits how many it answers. */
  readonly pauseMs: number;
  /** Download again what is there. */
  readonly force: boolean;
  readonly onKernel?: (download: KernelDownload) => void;
}

/**
 * Reads a list of kernels, each once.
 *
 * @throws UsageError when a line is not a reference.
 */
export function parseKernelList(text: string, source: string): string[] {
  const references = [...new Set(listEntries(text))];
  const wrong = references.find((reference) => !/^[\w-]+\/[\w-]+$/.test(reference));
  if (wrong === undefined) return references;
  throw new UsageError(`${source}: \`${wrong.slice(0, 100)}\` is not a kernel: expected one user/kernel per line.`);
}

/**
 * Downloads kernels one after another into `<folder>/<user>/<kernel>.<type>`. What is there is not asked for again, so that the same
 * command continues. A kernel that is gone does not stop the others; any other failure ends the work.
 */
export async function downloadKernels(
  references: readonly string[],
  options: KernelOptions,
): Promise<KernelDownload[]> {
  await mkdir(options.folder, { recursive: true });
  // Files do not show the order of the list.
  await writeFileAtomically(join(options.folder, kernelList), `${references.join("\n")}\n`);
  const downloads: KernelDownload[] = [];
  let asked = 0;
  for (const reference of references) {
    const there = options.force ? null : await findKernel(options.folder, reference);
    if (there === null && asked++ > 0) await sleep(options.pauseMs);
    const download =
      there === null ? await obtain(reference, options) : { reference, path: there, wasThere: true, error: null };
    options.onKernel?.(download);
    downloads.push(download);
  }
  return downloads;
}

async function obtain(reference: string, { client, folder }: KernelOptions): Promise<KernelDownload> {
  try {
    const kernel = await client.kernel(reference);
    const path = join(folder, `${reference}${extensionOf(kernel)}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomically(path, kernel.source);
    return { reference, path, wasThere: false, error: null };
  } catch (error) {
    if (!(error instanceof KaggleError) || error.problem !== "not-found") throw error;
    return { reference, path: null, wasThere: false, error: { code: error.code, message: error.message } };
  }
}

/** The file of a kernel; null when it is not there. */
export async function findKernel(folder: string, reference: string): Promise<string | null> {
  const [user, kernel] = reference.split("/") as [string, string];
  const names = await readdir(join(folder, user)).catch(() => []);
  const name = names.find((each) => parse(each).name === kernel);
  return name === undefined ? null : join(folder, user, name);
}

const extensions: Readonly<Record<string, string>> = { python: ".py", r: ".R", rmarkdown: ".Rmd", julia: ".jl" };

function extensionOf({ isNotebook, language }: KaggleKernel): string {
  return isNotebook ? ".ipynb" : (extensions[language] ?? ".txt");
}
