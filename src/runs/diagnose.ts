import { availableParallelism, freemem, totalmem } from "node:os";
import { loadFacts } from "../facts/facts.ts";
import { freeDiskBytes } from "../lib/files/free-disk-bytes.ts";
import { formatBytes } from "../lib/format-bytes.ts";
import { checkData } from "./check-data.ts";
import { checkCredentials, checkRules } from "./check-kaggle.ts";
import { checkSandboxes } from "./check-sandboxes.ts";
import { estimatePreparation, type PreparationEstimate } from "./preparation/estimate-preparation.ts";
import { isPrepared } from "./preparation/prepared-state.ts";

/** The result of one check. A problem prevents work, a warning may. */
export interface Finding {
  readonly check: "node" | "memory" | "disk" | "credentials" | "rules" | "prepared" | "data" | "sandbox";
  readonly status: "ok" | "warning" | "problem";
  readonly message: string;
  readonly competitionId?: string;
  /** Where to go to fix it. */
  readonly link?: string;
}

interface DiagnoseOptions {
  readonly dataDirectory: string;
  /** The competitions to check. */
  readonly ids: readonly string[];
  /** Whether to ask Kaggle about the rules of each. */
  readonly askKaggle: boolean;
  /** Whether to read every prepared file, rather than only compare sizes and times. */
  readonly verifyData?: boolean;
}

const oldestNode = 20;
const comfortableMemory = 8e9;

/** Checks what preparing competitions and running agents needs: this machine, access to Kaggle, prepared data. */
export async function diagnose(options: DiagnoseOptions): Promise<Finding[]> {
  const estimates = await Promise.all(
    options.ids.map((id) => estimatePreparation(loadFacts(id), { dataDirectory: options.dataDirectory })),
  );
  const todo = estimates.filter(({ state }) => !isPrepared(state));
  const downloads = todo.filter(({ downloadBytes }) => downloadBytes !== 0).map(({ competitionId }) => competitionId);
  const credentials = checkCredentials(downloads.length > 0);
  return [
    checkNode(),
    checkMemory(),
    await checkDisk(options.dataDirectory, todo),
    credentials.finding,
    ...(options.askKaggle && credentials.found !== null ? await checkRules(downloads, credentials.found) : []),
    checkCompetitions(estimates),
    ...(await checkData(preparedIds(estimates), { ...options, verifyData: options.verifyData ?? false })),
    ...(await checkSandboxes()),
  ];
}

function checkNode(): Finding {
  const { node } = process.versions;
  const message = `Node ${node}, ${availableParallelism()} processors`;
  if (Number.parseInt(node, 10) >= oldestNode) return { check: "node", status: "ok", message };
  return {
    check: "node",
    status: "problem",
    message: `${message}; ${oldestNode} or newer is needed`,
    link: "https://nodejs.org",
  };
}

function checkMemory(): Finding {
  const message = `${formatBytes(freemem())} of ${formatBytes(totalmem())} free`;
  if (totalmem() >= comfortableMemory) return { check: "memory", status: "ok", message };
  return {
    check: "memory",
    status: "warning",
    message: `${message}; the largest competitions need ${formatBytes(comfortableMemory)}`,
  };
}

async function checkDisk(dataDirectory: string, todo: readonly PreparationEstimate[]): Promise<Finding> {
  const free = await freeDiskBytes(dataDirectory);
  const needs = todo.map(({ diskBytes }) => diskBytes ?? 0);
  const all = needs.reduce((sum, bytes) => sum + bytes, 0);
  const largest = Math.max(0, ...needs);
  const here = `${formatBytes(free)} free in ${dataDirectory}`;
  if (all <= free)
    return { check: "disk", status: "ok", message: `${here}${all > 0 ? `, at most ${formatBytes(all)} needed` : ""}` };
  const message = `${here}; competitions that are not prepared yet need up to ${formatBytes(all)}, the largest ${formatBytes(largest)}`;
  return { check: "disk", status: largest > free ? "problem" : "warning", message };
}

function preparedIds(estimates: readonly PreparationEstimate[]): string[] {
  return estimates.filter(({ state }) => isPrepared(state)).map(({ competitionId }) => competitionId);
}

function checkCompetitions(estimates: readonly PreparationEstimate[]): Finding {
  const missing = estimates.filter(({ state }) => !isPrepared(state)).map(({ competitionId }) => competitionId);
  const message = `${estimates.length - missing.length} of ${estimates.length} competitions prepared`;
  if (missing.length === 0) return { check: "prepared", status: "ok", message };
  const names =
    missing.length > 8 ? `${missing.slice(0, 8).join(", ")} and ${missing.length - 8} more` : missing.join(", ");
  return { check: "prepared", status: "warning", message: `${message}; not yet: ${names}` };
}
