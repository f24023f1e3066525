import { existsSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../lib/files/replace-file.ts";
import { walkFiles } from "../../lib/files/walk.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import type { Pace } from "../../lib/pace.ts";
import { formatHashList } from "../record/hash-list.ts";
import { runFiles } from "../record/run-folder.ts";

const pieceLength = 1 << 16;

/** Writes `files.sha256`: the hash of every file that comes from the agent, in the same order whenever it is written. */
export async function writeHashList(folder: string, pace: Pace): Promise<void> {
  const options = pace.signal === undefined ? {} : { signal: pace.signal };
  await replaceFile(join(folder, runFiles.files), async (handle) => {
    let piece = "";
    for await (const path of agentFiles(folder)) {
      await pace.next();
      piece += formatHashList([{ path, sha256: await sha256OfFile(join(folder, path), options) }]);
      if (piece.length < pieceLength) continue;
      await handle.writeFile(piece);
      piece = "";
    }
    await handle.writeFile(piece);
  });
}

async function* agentFiles(folder: string): AsyncGenerator<string> {
  for (const name of [runFiles.candidates, runFiles.code, runFiles.logs]) {
    if (!existsSync(join(folder, name))) continue;
    for await (const { path } of walkFiles(join(folder, name))) yield `${name}/${path}`;
  }
  for (const name of [runFiles.output, runFiles.calls, runFiles.bodies, runFiles.submission]) {
    if (existsSync(join(folder, name))) yield name;
  }
}
