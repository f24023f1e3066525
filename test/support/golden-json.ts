import { readFileSync } from "node:fs";

/** A golden file by its name under test/golden, such as `random/splits`. */
export function goldenJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8")) as T;
}
