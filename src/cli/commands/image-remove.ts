import { containerEngine } from "../../runs/images/container-engine.ts";
import { removeImage } from "../../runs/images/list-images.ts";
import { exitCodes } from "../exit-codes.ts";
import { note, printJson } from "../output.ts";
import type { ImageRemoveOptions } from "./image-remove.options.ts";

/** Removes images that mlebench built, and no others. */
export async function run(names: readonly string[], options: ImageRemoveOptions): Promise<number> {
  const engine = await containerEngine(options.socket);
  for (const name of names) {
    await removeImage(engine, name);
    note(`Removed ${name}.`);
  }
  if (options.json) printJson({ removed: names });
  return exitCodes.done;
}
