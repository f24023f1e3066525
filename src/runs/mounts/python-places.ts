import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import { isWithin } from "../../sandboxes/shared/mount-table.ts";
import type { PythonChoice } from "../record/group-plan.ts";
import { inspectPython } from "./inspect-python.ts";
import { sharedLibraries } from "./shared-libraries.ts";

/** Installations in these share the folder with everything else, so only their parts are mounted. */
const sharedPrefixes = ["/", "/usr", "/usr/local", "/opt"];

/**
 * An interpreter of the host, and everything that it needs and a sandbox does not show yet.
 *
 * @throws UsageError when there is no such interpreter.
 */
export async function choosePython(given: string, { hostFolders }: SandboxTraits): Promise<PythonChoice> {
  const facts = await inspectPython(given);
  const isVisible = (place: string): boolean => hostFolders.some((folder) => isWithin(place, folder));
  const folders = [...facts.prefixes.filter((prefix) => !isShared(prefix)), ...facts.packages];
  const own = withTargets([...folders, ...linksOf(facts.program)]);
  const missing = outermost(own.filter((place) => !isVisible(place)));
  const libraries = await sharedLibraries([facts.program, ...facts.extensions]);
  const isThere = (place: string): boolean => isVisible(place) || missing.some((folder) => isWithin(place, folder));
  const places = [...missing, ...libraries.filter((library) => !isThere(library))];
  return { program: facts.program, version: facts.version, places };
}

function isShared(prefix: string): boolean {
  return sharedPrefixes.includes(prefix) || isWithin(homedir(), prefix);
}

/** A link and those it leads to, up to the file: environments refer to their interpreter this way. */
function linksOf(file: string): string[] {
  const found = [file];
  for (let place = file; lstatSync(place).isSymbolicLink() && found.length < 40; found.push(place)) {
    place = resolve(dirname(place), readlinkSync(place));
  }
  return found;
}

/** Places that exist, and where they really are. */
function withTargets(places: readonly string[]): string[] {
  return places.filter((place) => existsSync(place)).flatMap((place) => [place, realpathSync(place)]);
}

function outermost(places: readonly string[]): string[] {
  const all = [...new Set(places)].sort();
  return all.filter((place) => !all.some((other) => other !== place && isWithin(place, other)));
}
