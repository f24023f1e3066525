import { formatBytes } from "../../lib/format-bytes.ts";
import { containerEngine } from "../../runs/images/container-engine.ts";
import { listImages } from "../../runs/images/list-images.ts";
import { exitCodes } from "../exit-codes.ts";
import { imageJson } from "../json/image-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import type { ImageListOptions } from "./image-list.options.ts";

export async function run(options: ImageListOptions): Promise<number> {
  const images = await listImages(await containerEngine(options.socket));
  if (options.json) {
    printJson(images.map(imageJson));
  } else if (images.length === 0) note("No images yet: `mlebench image build` makes the environment.");
  else {
    const rows = images.map(({ name, agentId, version, created, bytes }) => {
      const day = created.toISOString().slice(0, 16).replace("T", " ");
      return [name, agentId === null ? "environment" : "agent", agentId ?? "", version, day, formatBytes(bytes)];
    });
    print(formatTable(["name", "kind", "agent", "version", "created (UTC)", "size"], rows));
  }
  return exitCodes.done;
}
