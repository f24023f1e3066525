import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** Watches every journal below a folder. The returned function fails when one does not begin as it did before. */
export function growingJournals(folder: string): () => void {
  let known = new Map<string, string>();
  return () => {
    const now = journalsIn(folder);
    for (const [name, text] of known) {
      expect(now.get(name)?.startsWith(text), `${name} begins as it did before`).toBe(true);
    }
    known = now;
  };
}

/** Every journal below a folder, as far as its lines are complete. */
function journalsIn(folder: string): Map<string, string> {
  const names = namesBelow(folder).filter((name) => /(^|\/)events\.jsonl$/.test(name));
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return [name, text.slice(0, text.lastIndexOf("\n") + 1)];
    }),
  );
}

/** Everything below a folder. A folder that is removed meanwhile is listed again without it. */
function namesBelow(folder: string): string[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true, encoding: "utf8" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
