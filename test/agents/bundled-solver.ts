import { fileURLToPath } from "node:url";

/** Bundles the baseline's solver from its sources, with the build's own step, into `file`. */
export async function bundleSolver(file: string): Promise<void> {
  // The build's scripts are plain JavaScript: their types are not checked.
  const { bundleBaseline } = await import(new URL("../../scripts/bundle-baseline.js", import.meta.url).href);
  await bundleBaseline(fileURLToPath(new URL("../../src/agents/baseline/main.ts", import.meta.url)), file);
}
