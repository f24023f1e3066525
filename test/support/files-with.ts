import { readFileSync } from "node:fs";
import { walk } from "../../src/lib/files/walk.ts";

/** The files below a folder that hold a text. */
export async function filesWith(text: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { absolute, type } of walk(folder)) {
    if (type === "file" && readFileSync(absolute).includes(text)) found.push(absolute);
  }
  return found;
}
