// Bundles the baseline's solver into one file, so that a sandbox only has to mount that file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** Bundles the solver's main file, compiled or not, with everything it imports, into `file`. */
export async function bundleBaseline(main, file) {
  const bundle = await rolldown({
    input: main,
    platform: "node",
    logLevel: "warn",
    plugins: [sevenZipInside],
    // The ES module of 7-Zip: the other one looks for its own folder, which a bundle does not have.
    resolve: { mainFields: ["module", "main"] },
  });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
}

/** Embeds 7-Zip's WebAssembly, a separate file, in the bundle. */
const sevenZipInside = {
  name: "seven-zip-inside",
  load(id) {
    if (!/seven-zip-binary\.[jt]s$/.test(id)) return null;
    const wasm = readFileSync(createRequire(import.meta.url).resolve("7z-wasm/7zz.wasm"));
    const packed = gzipSync(wasm, { level: 9 }).toString("base64");
    return `import { gunzipSync } from "node:zlib";
      export const sevenZipBinary = () => gunzipSync(Buffer.from("${packed}", "base64"));`;
  },
};
