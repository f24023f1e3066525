import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import type { ExportFormat } from "./export-format.ts";

/** Every format that results can be exported to. */
export const exportFormats: readonly ExportFormat[] = [
  {
    name: "csv",
    writes: "tables of competitions, runs, candidates and model calls",
    takes: ["table"],
    load: async () => (await import("./csv.ts")).exportCsv,
  },
  {
    name: "jsonl",
    writes: "the same tables as JSON lines",
    takes: ["table"],
    load: async () => (await import("./jsonl.ts")).exportJsonLines,
  },
  {
    name: "parquet",
    writes: "the same tables as Parquet files",
    takes: ["table"],
    load: async () => (await import("./parquet.ts")).exportParquet,
  },
  {
    name: "inspect",
    writes: "logs for Inspect's viewer, one per run group, with everything that agents and models said",
    takes: ["logFormat"],
    load: async () => (await import("./inspect.ts")).exportInspect,
  },
  {
    name: "upstream",
    writes: "grading reports and lists of submissions as MLE-bench writes them, one of each per seed",
    takes: [],
    load: async () => (await import("./upstream.ts")).exportUpstream,
  },
  {
    name: "junit",
    writes: "a JUnit file with a test case per run, for continuous integration",
    takes: [],
    load: async () => (await import("./junit.ts")).exportJunit,
  },
];

/** @throws UsageError for an unknown name, with the nearest one. */
export function exportFormat(name: string): ExportFormat {
  const found = exportFormats.find((format) => format.name === name);
  if (found !== undefined) return found;
  const names = exportFormats.map((format) => format.name);
  throw new UsageError(`There is no format \`${name}\`.${didYouMean(name, names)} Formats: ${names.join(", ")}.`);
}
