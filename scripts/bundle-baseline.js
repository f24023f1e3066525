// Joins the baseline's solver into one file, which sandboxes mount and run with nothing else of ours around it.
import { rolldown } from "rolldown";

/** Bundles the solver's main file, compiled or not, with everything it imports, into `file`. */
export async function bundleBaseline(main, file) {
  const bundle = await rolldown({ input: main, platform: "node", logLevel: "warn" });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
}
