import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { loadFacts } from "../../facts/facts.ts";
import { publicSample, unpackSample } from "../../facts/public-sample.ts";

/** The sample submission to hand in. `note` is for the report. */
interface FoundSample {
  readonly kind: "file" | "archive" | "none";
  readonly name: string;
  readonly note: string;
}

export function findSample(publicData: string, competitionId: string): FoundSample {
  const name = publicSample(loadFacts(competitionId));
  if (!existsSync(join(publicData, name))) return { kind: "none", name, note: `the public data has no ${name}` };
  if (name.endsWith(".csv")) return { kind: "file", name, note: `the public data's ${name}` };
  return { kind: "archive", name, note: `unpacked from the public data's ${name}` };
}

/** Unpacks an archived sample below `scratch`, readable for the sandbox's user, and returns its path. */
export async function extractSample(publicData: string, { name }: FoundSample, scratch: string): Promise<string> {
  const table = await unpackSample(join(publicData, name), join(scratch, "sample"));
  await chmod(table, 0o644);
  return table;
}
