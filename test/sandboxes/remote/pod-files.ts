import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { pipeline } from "node:stream/promises";
import { homePaths } from "../../../src/contracts/home-paths.ts";
import type { CollectedFiles } from "../../../src/contracts/sandbox.ts";
import { EntryNames } from "../../../src/lib/archive/entry-names.ts";
import { TarReader } from "../../../src/lib/archive/tar-reader.ts";
import { BenchError, SandboxUnavailable, UsageError } from "../../../src/lib/errors.ts";
import { type FilePlace, type SandboxFiles, sharedFolders } from "../../../src/sandboxes/shared/sandbox-files.ts";
import { watchVersions } from "../../../src/sandboxes/shared/watch-versions.ts";
import type { Pod } from "./pod.ts";
import { StreamBytes } from "./stream-bytes.ts";

const absent = 44;
const tooLarge = 45;
const isFile = `[ -f "$1" ] && [ "$(realpath -- "$1")" = "$1" ] || exit ${absent}`;
const inFolder = `folder=$(dirname -- "$1"); [ "$(realpath -- "$folder")" = "$folder" ] || exit ${absent}`;

const pathOf = ({ folder, relative }: FilePlace): string => posix.join(homePaths[folder], relative);

/** The files of a pod: every access is a command that is executed in it, trees are tar streams. */
export function podFiles(pod: Pod, workspace: string): SandboxFiles {
  return {
    read: async (place, maxBytes) => {
      const script = `${isFile}; size=$(stat -c %s "$1"); [ "$size" -le "$2" ] || { echo $size; exit ${tooLarge}; }; head -c "$2" "$1"`;
      const { exitCode, output } = await pod.execute(script, [pathOf(place), String(maxBytes)]);
      if (exitCode === absent) return null;
      if (exitCode === tooLarge) {
        const size = output.toString().trim();
        throw new BenchError("file-too-large", `${place.relative} has ${size} bytes; the limit is ${maxBytes}.`);
      }
      return demand(exitCode, output);
    },
    write: async (place, content) => {
      const script = `${inFolder}; cat > "$1.writing" && mv -fT "$1.writing" "$1"`;
      const { exitCode, output } = await pod.execute(script, [pathOf(place)], Buffer.from(content));
      if (exitCode === absent) throw new UsageError(`${place.relative} cannot be written: its folder does not exist.`);
      demand(exitCode, output);
    },
    collect: async (place, target, options) => await collect(pod, place, target, options?.maxBytes),
    watch: (place, onVersion) =>
      watchVersions(async () => {
        const { exitCode, output } = await pod.execute(`${isFile}; stat -c '%i %s %.9Y' "$1"`, [pathOf(place)]);
        if (exitCode !== 0) return null;
        const key = output.toString().trim();
        const [, bytes, seconds] = key.split(" ").map(Number);
        return { key, bytes: bytes!, modifiedMs: 1000 * seconds! };
      }, onVersion),
    diskUse: async () => {
      const folders = [...sharedFolders.map((name) => homePaths[name]), "/tmp"];
      const { output } = await pod.execute('du -s -B1 "$@"', folders);
      return output
        .toString()
        .split("\n")
        .reduce((sum, line) => sum + Number.parseInt(line || "0", 10), 0);
    },
    handOver: async (maxBytes) => {
      let dropped = 0;
      for (const folder of sharedFolders) {
        const { skipped } = await collect(pod, { folder, relative: "" }, join(workspace, folder), maxBytes);
        dropped += skipped.length;
      }
      return { dropped };
    },
  };
}

async function collect(pod: Pod, place: FilePlace, target: string, maxBytes = 2 ** 40): Promise<CollectedFiles> {
  const path = pathOf(place);
  const isTree = place.relative === "";
  const [from, name] = isTree ? [path, "."] : [posix.dirname(path), posix.basename(path)];
  const script = '[ "$(realpath -- "$1")" = "$1" ] || exit 0; tar --hard-dereference -C "$1" -cf - -- "$2"';
  const { output, exitCode } = pod.stream(script, [from, name]);
  const source = new StreamBytes(output);
  const names = new EntryNames("the pod's archive");
  const result = { files: 0, bytes: 0, skipped: [] as string[] };
  for await (const entry of new TarReader("the pod's archive", source).entries()) {
    if (entry.type === "special" || result.bytes + entry.size > maxBytes) {
      result.skipped.push(posix.normalize(entry.name));
      continue;
    }
    const relative = names.add(entry.name, entry.type);
    const file = isTree ? join(target, relative) : join(target, posix.relative(name, relative));
    await mkdir(entry.type === "directory" ? file : dirname(file), { recursive: true });
    if (entry.type === "directory") continue;
    await pipeline(entry.pieces(), createWriteStream(file, { flags: "wx" }));
    result.files += 1;
    result.bytes += entry.size;
  }
  await exitCode;
  return result;
}

function demand(exitCode: number, output: Buffer): Buffer {
  if (exitCode === 0) return output;
  throw new SandboxUnavailable(`A command could not be executed in the pod (exit code ${exitCode}).`);
}
