import { lstatSync } from "node:fs";
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

const listed = [
  runFiles.bodies,
  runFiles.calls,
  runFiles.candidates,
  runFiles.code,
  runFiles.logs,
  runFiles.output,
  runFiles.submission,
];

async function* agentFiles(folder: string): AsyncGenerator<string> {
  for (const name of listed) {
    const status = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (status?.isFile()) yield name;
    if (!status?.isDirectory()) continue;
    for await (const { path } of walkFiles(join(folder, name))) yield `${name}/${path}`;
  }
}
