import { posix } from "node:path";
import { z } from "zod";
import { BenchError } from "../../../lib/errors.ts";
import type { EvaluationWork } from "../parts.ts";
import type { Measurement, Surroundings, Yardstick } from "./yardstick.ts";

/** Far more than a program needs to report a number. */
const mostBytes = 64 * 1024;

const report = z.looseObject({ score: z.number() });

/** `Score: 0.8123`, alone on a line; the last one counts. */
const scoreLine = /^[ \t]*score[ \t]*[:=][ \t]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)[ \t]*\r?$/gim;

/** What the program measured itself, on data that it held out: `result.json`, or else a line of its output. */
export function selfReported(surroundings: Surroundings): Yardstick {
  return {
    basis: "self-reported",
    variant: "",
    measure: async (work): Promise<Measurement> => {
      const score = await reportedScore(surroundings, work);
      return score === null
        ? { score, notes: 'The program reported no score: there is no {"score": NUMBER} in result.json.' }
        : { score, notes: `The program reported a score of ${score}.` };
    },
  };
}

/** The number that the full run reported; null for none. */
export async function reportedScore(
  { sandbox }: Pick<Surroundings, "sandbox">,
  { output, experiment }: Pick<EvaluationWork, "output" | "experiment">,
): Promise<number | null> {
  const inFile = scoreInFile(await readReport(sandbox, posix.join(output, "result.json")));
  if (inFile !== null) return inFile;
  const runs = experiment.versions.at(-1)?.runs ?? [];
  const lines = [...(runs.findLast(({ kind }) => kind === "full")?.excerpt ?? "").matchAll(scoreLine)];
  return finite(Number(lines.at(-1)?.[1] ?? Number.NaN));
}

async function readReport(sandbox: Surroundings["sandbox"], path: string): Promise<string> {
  const content = await sandbox.readFile(path, { maxBytes: mostBytes }).catch((error: unknown) => {
    if (error instanceof BenchError && error.code === "file-too-large") return null;
    throw error;
  });
  return content === null ? "" : new TextDecoder().decode(content);
}

function scoreInFile(text: string): number | null {
  try {
    return finite(report.parse(JSON.parse(text)).score);
  } catch {
    return null;
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
