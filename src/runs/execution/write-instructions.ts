import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { instructions } from "../../agents/instructions.ts";
import { homeFolder, instructionsFile } from "../../contracts/home-paths.ts";
import type { SandboxPaths } from "../../contracts/sandbox.ts";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";

/** How the instructions get into a sandbox. */
interface WrittenInstructions {
  readonly readOnly: Readonly<Record<string, string>>;
  /** Where the plain ones are, seen from inside. */
  readonly file: string;
  readonly wrap: (command: readonly string[]) => readonly string[];
}

const plain = basename(instructionsFile);
const obfuscatedByName = { [plain]: false, "instructions_obfuscated.txt": true };
const mounted = "/opt/mlebench/instructions";

/**
 * Puts the instructions where upstream's agents look for them, below `/home`. In an image they are copied there: some agents
 * add to them, which a mounted file would not allow.
 */
export async function writeInstructions(options: {
  readonly run: PlannedRun;
  readonly plan: GroupPlan;
  readonly scratch: string;
  readonly traits: SandboxTraits;
  readonly paths: SandboxPaths;
  /** How many scores of its rehearsal the agent may ask for; undefined without one. */
  readonly rehearsals: number | undefined;
}): Promise<WrittenInstructions> {
  const { run, plan, traits, paths, rehearsals } = options;
  const folder = join(options.scratch, "instructions");
  await mkdir(folder);
  for (const [name, obfuscated] of Object.entries(obfuscatedByName)) {
    const text = instructions({
      competitionId: run.competitionId,
      timeLimitSeconds: plan.limits.wallClockMs / 1000,
      network: plan.sandbox.network,
      validate: true,
      rehearsals,
      obfuscated,
      paths,
    });
    await writeFile(join(folder, name), text);
  }
  const unchanged = (command: readonly string[]): readonly string[] => command;
  if (!traits.ownFileSystem) return { readOnly: {}, file: join(folder, plain), wrap: unchanged };
  if (!traits.takesImage) {
    const names = Object.keys(obfuscatedByName);
    const readOnly = Object.fromEntries(names.map((name) => [join(homeFolder, name), join(folder, name)]));
    return { readOnly, file: instructionsFile, wrap: unchanged };
  }
  const copy = `cp ${mounted}/* ${homeFolder}/ 2>/dev/null; exec "$@"`;
  return {
    readOnly: { [mounted]: folder },
    file: join(mounted, plain),
    wrap: (command) => ["/bin/sh", "-c", copy, "sh", ...command],
  };
}
