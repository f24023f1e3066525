// Bundles the command, its processes and its threads, with the libraries they use, into a few CommonJS files. Node loads those
// much faster than hundreds of ES modules: starting the command takes a third less time. The library stays as it is.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { rolldown } from "rolldown";

/** Replaces `<dist>/cli` by its bundle. Files keep their depth, so that paths relative to them stay right. */
export async function bundleCommand(dist) {
  const bundle = await rolldown({
    input: {
      main: `${dist}/cli/main.js`,
      // For files of the user's that import the library: they must get the command's own modules.
      "library-index": `${dist}/index.js`,
      "library-competition": `${dist}/competition.js`,
      "library-runs": `${dist}/runs.js`,
      "grading.process": `${dist}/runs/grading/grading.process.js`,
      "grading.worker": `${dist}/runs/grading/grading.worker.js`,
      "host.process": `${dist}/runs/execution/host.process.js`,
      "leaks.worker": `${dist}/results/audit/leaks/leaks.worker.js`,
      "preparation.worker": `${dist}/runs/preparation/preparation.worker.js`,
      "rehearsal.process": `${dist}/runs/rehearsal/rehearsal.process.js`,
      "validation.process": `${dist}/runs/validation/validation.process.js`,
    },
    platform: "node",
    external: ["7z-wasm", "web-tree-sitter"],
    logLevel: "warn",
  });
  // Light ones only: every command loads them.
  const facts = ["facts", "splits", "competition-folder", "data-directory"].map((name) => `facts/${name}.js`);
  const base = importedBy(dist, ["cli/main.js", ...facts]);
  const grading = importedBy(dist, ["cli/commands/grade-sample.js"]);
  const bundled = `${dist}/bundled`;
  await bundle.write({
    dir: bundled,
    format: "cjs",
    entryFileNames: "[name].js",
    chunkFileNames: "part-[name].js",
    // One file for what most commands load, one for what grading loads, one for what most competitions share. The rest
    // loads when it is needed.
    codeSplitting: {
      groups: [
        { name: "base", priority: 3, test: (id) => base.has(id) },
        { name: "grading", priority: 2, test: (id) => grading.has(id) },
        { name: "shared", priority: 1, minShareCount: 30 },
      ],
    },
    // Names stay, for stack traces; white space and comments, which outweigh the code, go.
    minify: { compress: false, mangle: false },
  });
  await bundle.close();
  rmSync(`${dist}/cli`, { recursive: true });
  renameSync(bundled, `${dist}/cli`);
  writeFileSync(`${dist}/cli/package.json`, '{ "type": "commonjs" }\n');
}

/** The modules that some modules are or import statically, directly or not. Those of the command itself stay where they are. */
function importedBy(dist, entries) {
  const found = new Set(entries.map((entry) => resolve(dist, entry)));
  for (const path of found) {
    const imports = readFileSync(path, "utf8").matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];$/gm);
    for (const [, target] of imports) found.add(resolve(dirname(path), target));
  }
  return new Set([...found].filter((path) => !path.startsWith(resolve(dist, "cli"))));
}
