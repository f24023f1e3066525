import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../lib/errors.ts";

const skeleton = fileURLToPath(new URL("../../data/skeleton/", import.meta.url));
const mainFile = "competition.mjs";

/** What was written, and how the competition becomes known. */
export interface WrittenSkeleton {
  readonly files: readonly string[];
  /** The config file that names the competition now; null if the user has to add `entry` to one that is code. */
  readonly config: string | null;
  /** What a config file's `competitions` must hold. */
  readonly entry: string;
}

/** Writes a small competition that works, to be changed into another one, and names it in a config file. */
export function writeSkeleton(id: string, folder: string, config: string): WrittenSkeleton {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id)) {
    throw new UsageError(`\`${id}\` is not an id: expected letters, digits and hyphens.`);
  }
  if (existsSync(folder)) throw new UsageError(`There already is ${folder}. Choose another folder with --dir.`);
  const files = copySkeleton(id, folder);
  const entry = `./${relative(dirname(config), join(folder, mainFile)).replaceAll("\\", "/")}`;
  return { files, config: addEntry(config, entry) ? config : null, entry };
}

/** All files, or none: a folder that is there stands in the way of the next attempt. */
function copySkeleton(id: string, folder: string): string[] {
  try {
    cpSync(skeleton, folder, { recursive: true });
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .sort();
    for (const file of files) {
      const text = readFileSync(file, "utf8").replaceAll("SKELETON-ID", id).replaceAll("SKELETON-NAME", titleOf(id));
      writeFileSync(file, text);
    }
    return files;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Whether the config file could be changed: code is left to its author. */
function addEntry(config: string, entry: string): boolean {
  if (!config.endsWith(".json")) return false;
  const content = existsSync(config) ? JSON.parse(readFileSync(config, "utf8")) : {};
  const competitions = [...(content.competitions ?? []), entry];
  writeFileSync(config, `${JSON.stringify({ ...content, competitions }, null, 2)}\n`);
  return true;
}

function titleOf(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
