// Joins the command, its processes and its threads, with the libraries they use, into a few CommonJS files. Node loads those
// much faster than hundreds of ES modules: starting the command takes a third less time. The library stays as it is.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

/** Replaces `<dist>/cli` by its bundle. Files keep their depth, so that paths relative to them stay right. */
export async function bundleCommand(dist) {
  const bundle = await rolldown({
    input: {
      main: `${dist}/cli/main.js`,
      "grading.process": `${dist}/runs/grading/grading.process.js`,
      "grading.worker": `${dist}/runs/grading/grading.worker.js`,
      "host.process": `${dist}/runs/execution/host.process.js`,
      "preparation.worker": `${dist}/runs/preparation/preparation.worker.js`,
      "validation.process": `${dist}/runs/validation/validation.process.js`,
    },
    platform: "node",
    external: ["7z-wasm"],
    logLevel: "warn",
  });
  const bundled = `${dist}/bundled`;
  await bundle.write({
    dir: bundled,
    format: "cjs",
    entryFileNames: "[name].js",
    chunkFileNames: "part-[name].js",
    // What most competitions share is one file; the rest loads when it is needed.
    codeSplitting: { groups: [{ name: "shared", minShareCount: 30 }] },
    // Names stay, for stack traces; white space and comments go, there are more of them than of code.
    minify: { compress: false, mangle: false },
  });
  await bundle.close();
  rmSync(`${dist}/cli`, { recursive: true });
  renameSync(bundled, `${dist}/cli`);
  writeFileSync(`${dist}/cli/package.json`, '{ "type": "commonjs" }\n');
}
