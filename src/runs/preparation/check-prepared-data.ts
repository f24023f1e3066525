import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { BenchError } from "../../lib/errors.ts";
import {
  type DataPart,
  type DataTimes,
  dataParts,
  readTimes,
  rememberTimes,
  timesOfPart,
} from "../../prepare/data-times.ts";
import { readManifest } from "../../prepare/manifest.ts";
import type { FileWorkOptions } from "../../prepare/pausing-counter.ts";
import { compareWithManifest, type DataDifference } from "./compare-with-manifest.ts";

export interface DataCheckOptions extends FileWorkOptions {
  /**
   * When to read the files and compare their checksums: `always`; where names, sizes or times have `changed` since they
   * were last compared (the default); or `never`, for a quick look.
   */
  readonly hashes?: "always" | "changed" | "never";
  /** Default: all of it. The grader needs only `private`, an agent only `public`. */
  readonly parts?: readonly DataPart[];
}

/** What a check of prepared data found. */
export interface DataCheck {
  /**
   * `same`: the data is what was prepared. `changed`: see the differences. `unread`: names and sizes agree, times do
   * not, and `hashes: "never"` forbade a closer look. `unknown`: upstream prepared it, without a manifest.
   */
  readonly state: "same" | "changed" | "unread" | "unknown";
  /** In the order of the manifest, the first hundred at most. */
  readonly differences: readonly DataDifference[];
  /** All of them in one message, with the next command to run; null when there are none. */
  readonly message: string | null;
}

/** Prepared data is not what its manifest says: never the fault of an agent. */
class ChangedData extends BenchError {
  readonly differences: readonly DataDifference[];

  constructor(message: string, differences: readonly DataDifference[]) {
    super("changed-data", message);
    this.differences = differences;
  }
}

/** Compares a `prepared/` folder with its manifest. Sizes and times always; see `DataCheckOptions` for the contents. */
export async function checkPreparedData(prepared: string, options: DataCheckOptions = {}): Promise<DataCheck> {
  const { hashes = "changed", parts = dataParts, ...work } = options;
  if (!existsSync(join(prepared, "manifest.json"))) return { state: "unknown", differences: [], message: null };
  const remembered = readTimes(prepared);
  const times: DataTimes = {};
  for (const part of parts) {
    const found = await timesOfPart(prepared, part);
    if (hashes === "always" || remembered[part] !== found) times[part] = found;
  }
  const suspects = parts.filter((part) => times[part] !== undefined);
  if (suspects.length === 0) return { state: "same", differences: [], message: null };

  // Sizes first: where they differ, there is no need to read what may be hundreds of gigabytes.
  let differences = await compareWithManifest(prepared, { ...work, parts: suspects, hash: false });
  if (differences.length === 0) {
    if (hashes === "never") return { state: "unread", differences, message: null };
    differences = await compareWithManifest(prepared, { ...work, parts: suspects, hash: true });
  }
  if (differences.length > 0) {
    return { state: "changed", differences, message: await describe(prepared, differences) };
  }
  await rememberTimes(prepared, times);
  return { state: "same", differences, message: null };
}

/**
 * As `checkPreparedData`, for callers that cannot go on with changed data.
 *
 * @throws ChangedData naming each file, what was found, what was expected and the next command.
 */
export async function requireUnchangedData(prepared: string, options: DataCheckOptions = {}): Promise<void> {
  const { message, differences } = await checkPreparedData(prepared, options);
  if (message !== null) throw new ChangedData(message, differences);
}

const shownDifferences = 5;

async function describe(prepared: string, differences: readonly DataDifference[]): Promise<string> {
  const root = dirname(resolve(prepared));
  const id = (await readManifest(join(prepared, "manifest.json")))?.competition ?? "<id>";
  const elsewhere = dirname(root) === resolve(defaultDataDirectory()) ? "" : ` --data-dir ${dirname(root)}`;
  const more = differences.length - shownDifferences;
  return [
    `The prepared data of \`${id}\` in ${prepared} has changed since it was prepared:`,
    ...differences.slice(0, shownDifferences).map(({ message }) => `  ${message}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `To prepare it again, run \`mlebench prepare -c ${id}${elsewhere} --force\`.`,
  ].join("\n");
}
