import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** 7-Zip as WebAssembly. The bundler replaces this module with one that contains the bytes, so that the solver is a single file. */
export function sevenZipBinary(): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve("7z-wasm/7zz.wasm"));
}
