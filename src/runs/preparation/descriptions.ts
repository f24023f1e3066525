import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import type { CompetitionFacts } from "../../facts/facts.ts";
import { BenchError } from "../../lib/errors.ts";
import type { Manifest } from "../../prepare/manifest.ts";
import { ownDescription } from "../../prepare/own-description.ts";
import { fetchUpstreamFile, type UpstreamOptions } from "./upstream-file.ts";

/** Upstream's two descriptions, each null if it could not be downloaded, and problems other than the network. */
export interface FetchedDescriptions {
  readonly plain: Buffer | null;
  readonly obfuscated: Buffer | null;
  readonly warnings: readonly string[];
}

/** Downloads both descriptions. Rejects only when aborted: our own descriptions replace missing ones. */
export async function fetchDescriptions(
  facts: CompetitionFacts,
  options: UpstreamOptions,
): Promise<FetchedDescriptions> {
  if (facts.upstream === null) return { plain: null, obfuscated: null, warnings: [] };
  const warnings: string[] = [];
  const fetch = async (asset: "description" | "obfuscatedDescription"): Promise<Buffer | null> => {
    try {
      return await fetchUpstreamFile(facts, asset, options);
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      if (error.code === "upstream-changed") warnings.push(error.message);
      return null;
    }
  };
  const [plain, obfuscated] = await Promise.all([fetch("description"), fetch("obfuscatedDescription")]);
  return { plain, obfuscated, warnings };
}

/**
 * Writes `public/description.md`, which agents read, and `description_obfuscated.md` beside `public/`: an agent that
 * gets the obfuscated one must not find both. Returns the source of each.
 */
export function writeDescriptions(
  competition: Competition,
  prepared: string,
  fetched: FetchedDescriptions,
): Pick<Manifest, "description" | "obfuscatedDescription"> {
  const write = (path: string, text: Buffer | null, obfuscated: boolean): "upstream" | "own" => {
    const own = (): string | Buffer =>
      competition.description === undefined || obfuscated
        ? ownDescription(competition, prepared, { obfuscated })
        : readFileSync(competition.description);
    writeFileSync(join(prepared, path), text ?? own());
    return text === null ? "own" : "upstream";
  };
  return {
    obfuscatedDescription: write("description_obfuscated.md", fetched.obfuscated, true),
    description: write("public/description.md", fetched.plain, false),
  };
}
