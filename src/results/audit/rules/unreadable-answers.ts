import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "../../../lib/files/replace-file.ts";

const numbers = z.array(z.int());
const fileIn = (folder: string): string => join(folder, "unreadable.json");

/** The numbers of the calls whose answers were of no use. They are asked again. */
export function readUnreadable(folder: string): number[] {
  return existsSync(fileIn(folder)) ? numbers.parse(JSON.parse(readFileSync(fileIn(folder), "utf8"))) : [];
}

export async function noteUnreadable(folder: string, calls: readonly number[]): Promise<void> {
  if (calls.length === 0) return;
  const all = new Set([...readUnreadable(folder), ...calls]);
  await writeFileAtomically(fileIn(folder), `${JSON.stringify([...all])}\n`);
}
