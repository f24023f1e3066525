import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** A function that puts each archive into a separate folder, so that anything left behind is noticed. */
export function archiveFolders(): (bytes: Buffer) => { archive: string; folder: string; target: string } {
  const place = temporaryDirectory();
  let count = 0;
  return (bytes) => {
    const folder = place(`case-${++count}`);
    mkdirSync(folder);
    const archive = path.join(folder, "archive.zip");
    writeFileSync(archive, bytes);
    return { archive, folder, target: path.join(folder, "out") };
  };
}
