import { resolve } from "node:path";
import { z } from "zod";

/** A file or folder of the host. Made absolute, so that a recorded path means the same from every folder. */
export function hostPath() {
  return z
    .string()
    .min(1, "expected a path")
    .overwrite((path) => resolve(path));
}
