import { existsSync } from "node:fs";
import { join } from "node:path";
import { competitionFolder } from "../../../facts/competition-folder.ts";
import { MissingData } from "../../../lib/errors.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { runFiles } from "../../../runs/record/run-folder.ts";
import type { AuditFinding } from "../finding.ts";
import { type AuditedRun, readAuditedRuns } from "../runs/audited-run.ts";
import type { PlagiarismAudit, SimilarPair } from "./plagiarism-audit.ts";
import { type ReadPrograms, readPrograms } from "./read-programs.ts";
import { findSimilarPairs, overlapOf, type PairLimits, type Source } from "./similar-pairs.ts";

interface PlagiarismOptions extends PairLimits {
  /** A folder with kernels, in folders by competition or all of one. Default: those in the data folder of each group. */
  readonly kernels: string | null;
}

/** From here on a finding is `high`. */
const highOverlap = 0.6;
const mostFindings = 200;

/** What was read and found for one competition. */
interface Comparison {
  readonly pairs: readonly SimilarPair[];
  readonly compared: ReadonlyMap<string, number>;
  readonly programs: ReadonlyMap<AuditedRun, number>;
  readonly kernels: number;
  readonly notes: readonly string[];
}

/**
 * Compares the programs that runs left in their code folders with public kernels, and with those of other agents' runs of the same
 * competition. A pair of two groups appears in the audit of both.
 *
 * @throws MissingData when there is nothing to compare with.
 */
export async function auditPlagiarism(
  groups: readonly string[],
  options: PlagiarismOptions,
): Promise<PlagiarismAudit[]> {
  const runs = groups.flatMap(readAuditedRuns);
  const comparisons: Comparison[] = [];
  for (const [id, own] of groupBy(runs, ({ competitionId }) => competitionId)) {
    comparisons.push(await compareRuns(id, own, options));
  }
  const agents = new Set(runs.map(({ plan }) => plan.agent.label));
  if (agents.size < 2 && comparisons.every(({ kernels }) => kernels === 0)) throw nothingToCompare(runs, options);
  return groups.map((group) => auditOf(group, comparisons));
}

async function compareRuns(id: string, runs: readonly AuditedRun[], options: PlagiarismOptions): Promise<Comparison> {
  const sources: Source[] = [];
  const notes: string[] = [];
  const programs = new Map<AuditedRun, number>();
  const add = ({ programs: found, notes: more }: ReadPrograms, describe: (path: string) => Omit<Source, "program">) => {
    for (const program of found) sources.push({ program, ...describe(program.path) });
    notes.push(...more);
    return found.length;
  };
  for (const run of runs) {
    const read = await readPrograms(join(run.folder, runFiles.code));
    programs.set(
      run,
      add(read, (path) => ({ run, name: `${run.name}/${runFiles.code}/${path}` })),
    );
  }
  let kernels = 0;
  for (const folder of new Set(runs.map(({ plan }) => kernelFolder(id, plan.dataDirectory, options)))) {
    if (folder === null) notes.push(`No kernels of ${id}: \`mlebench dev download-kernels -c ${id}\` downloads them.`);
    else
      kernels += add(await readPrograms(folder), (path) => ({
        run: null,
        name: `kernel ${path.replace(/\.\w+$/, "")}`,
      }));
  }
  return { ...findSimilarPairs(id, sources, options), programs, kernels, notes };
}

function kernelFolder(id: string, dataDirectory: string, { kernels }: PlagiarismOptions): string | null {
  const folders = kernels === null ? [competitionFolder(dataDirectory, id).kernels] : [join(kernels, id), kernels];
  return folders.find((folder) => existsSync(folder)) ?? null;
}

function auditOf(group: string, comparisons: readonly Comparison[]): PlagiarismAudit {
  const concerned = comparisons.filter(({ programs }) => [...programs.keys()].some((run) => run.group === group));
  const counts = concerned.flatMap(({ programs }) => [...programs].filter(([run]) => run.group === group));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const found = concerned
    .flatMap(({ pairs }) => pairs)
    .filter((pair) => pair.group === group)
    .sort((one, other) => overlapOf(other) - overlapOf(one));
  const pairs = found.slice(0, mostFindings);
  const left = found.length - pairs.length;
  return {
    group,
    findings: pairs.map(findingOf),
    pairs,
    examined: {
      runs: counts.length,
      programs: sum(counts.map(([, count]) => count)),
      kernels: sum(concerned.map(({ kernels }) => kernels)),
      pairs: sum(concerned.map(({ compared }) => compared.get(group) ?? 0)),
    },
    notes: [...concerned.flatMap(({ notes }) => notes), ...(left > 0 ? [`${left} more pairs are similar.`] : [])],
  };
}

function findingOf(pair: SimilarPair): AuditFinding {
  const { kind, program, other, similarity, longest } = pair;
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  const whose = kind === "kernel" ? `the ${other.name}` : `another agent's program, ${other.name}`;
  return {
    check: kind === "kernel" ? "copied-kernel" : "copied-between-agents",
    severity: overlapOf(pair) >= highOverlap ? "high" : "medium",
    what: `${program.name} has much in common with ${whose}`,
    where: [program, other].map(({ file, firstLine, lastLine }) => `${file}:${firstLine}-${lastLine}`).join(" and "),
    evidence:
      `${percent(program.share)} of the program and ${percent(other.share)} of the other; similarity ${similarity.toFixed(2)}; ` +
      `longest common stretch: ${longest} tokens`,
    howToCheck:
      "Read both passages: do they share only what the libraries ask for, or also their order, constants and oddities?",
  };
}

function nothingToCompare(runs: readonly AuditedRun[], { kernels }: PlagiarismOptions): MissingData {
  const id = runs[0]?.competitionId ?? "ID";
  const where = kernels === null ? "" : ` in ${kernels}`;
  return new MissingData(
    `There is nothing to compare with: there are no kernels${where}, and all runs are of one agent. ` +
      `\`mlebench dev download-kernels -c ${id}\` downloads kernels; a second group adds another agent.`,
  );
}
