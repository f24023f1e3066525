import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { notebookCode } from "../../agents/repository/understanding/notebook-code.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { loadFacts } from "../../facts/facts.ts";
import { BenchError, MissingData } from "../../lib/errors.ts";
import { listEntries } from "../../lib/list-entries.ts";
import { readManifest } from "../../prepare/manifest.ts";
import { findKernel, kernelList } from "../../runs/preparation/download-kernels.ts";
import { fetchUpstreamFile } from "../../runs/preparation/upstream-file.ts";
import type { TextKind } from "./familiarity.ts";

export interface CompetitionText {
  readonly kind: TextKind;
  readonly source: string;
  readonly text: string;
}

/** Longer texts are cut: contexts have an end, and a text that is known is known from its beginning. */
const mostCharacters = 20_000;

/**
 * The texts of a competition: its description, the obfuscated one if there is one, and its first kernel if kernels were downloaded.
 *
 * @throws BenchError when there is no description.
 */
export async function textsOfCompetition(id: string, dataDirectory: string): Promise<CompetitionText[]> {
  const texts = [
    await readDescription(id, dataDirectory, "description"),
    await readDescription(id, dataDirectory, "obfuscated").catch((error) => {
      if (error instanceof BenchError) return null;
      throw error;
    }),
    await readKernel(competitionFolder(dataDirectory, id).kernels),
  ];
  return texts.flatMap((each) => each ?? []).map((each) => ({ ...each, text: each.text.slice(0, mostCharacters) }));
}

const descriptions = {
  description: { file: join("public", "description.md"), asset: "description" },
  obfuscated: { file: "description_obfuscated.md", asset: "obfuscatedDescription" },
} as const;

/** Where upstream has a description, a replacement that we wrote says nothing about what a model has seen. */
async function readDescription(
  id: string,
  dataDirectory: string,
  kind: keyof typeof descriptions,
): Promise<CompetitionText> {
  const facts = loadFacts(id);
  const { prepared, manifest } = competitionFolder(dataDirectory, id);
  const { file, asset } = descriptions[kind];
  const path = join(prepared, file);
  const isOriginal = facts.upstream === null || (await readManifest(manifest))?.[asset] === "upstream";
  if (isOriginal && existsSync(path)) return { kind, source: path, text: readFileSync(path, "utf8") };
  if (facts.upstream === null) throw new MissingData(`${path} is not there. Run \`mlebench prepare -c ${id}\`.`);
  const content = await fetchUpstreamFile(facts, asset);
  return { kind, source: `upstream's ${file.replace(/^.*\//, "")}`, text: content.toString("utf8") };
}

async function readKernel(folder: string): Promise<CompetitionText | null> {
  const list = join(folder, kernelList);
  for (const reference of existsSync(list) ? listEntries(readFileSync(list, "utf8")) : []) {
    const file = await findKernel(folder, reference);
    if (file === null) continue;
    const content = readFileSync(file, "utf8");
    const text = file.endsWith(".ipynb") ? notebookCode(content) : content;
    if (text !== null && text.trim() !== "") return { kind: "kernel", source: relative(folder, file), text };
  }
  return null;
}
