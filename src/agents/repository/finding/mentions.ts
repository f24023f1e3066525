import { type CompetitionNames, mentionPattern } from "../../mention-pattern.ts";
import { listFiles } from "../understanding/list-files.ts";
import { readText } from "../understanding/read-text.ts";

/** Why a repository is excluded. */
export interface Mention {
  /** A file, relative to the repository; empty for the repository's own name. */
  readonly path: string;
  readonly line: number;
  /** What was found there. */
  readonly found: string;
}

const mostEntries = 50_000;
const mostFileBytes = 5_000_000;
const mostTotalBytes = 500_000_000;

/** Files without text. Their names are looked at all the same. */
const notText =
  /\.(?:png|jpe?g|gif|webp|bmp|tiff?|ico|zip|gz|tgz|bz2|xz|7z|whl|pt|pth|ckpt|h5|onnx|safetensors|npy|npz|pkl|parquet|mp[34]|wav|so|dll|bin|ttf|woff2?)$/i;

/**
 * The first place where a repository names a competition: its id or title in any spelling, or its address at Kaggle, in the
 * repository's name, in the name of a file or in a text file. Null when there is none. A repository that is too large to be
 * searched whole counts as one that names it, since it might.
 */
export async function findMention(root: string, name: string, competition: CompetitionNames): Promise<Mention | null> {
  const pattern = mentionPattern(competition);
  const inName = pattern.exec(name);
  if (inName !== null) return { path: "", line: 0, found: inName[0] };
  const { files, isComplete } = await listFiles(root, mostEntries);
  const tooLarge = { path: "", line: 0, found: "too large to be searched" };
  if (!isComplete) return tooLarge;
  let bytes = 0;
  // The address that a clone came from may be the only mention.
  for (const file of [{ path: ".git/config", bytes: 0 }, ...files]) {
    const inPath = pattern.exec(file.path);
    if (inPath !== null) return { path: file.path, line: 0, found: inPath[0] };
    if (notText.test(file.path)) continue;
    bytes += Math.min(file.bytes, mostFileBytes);
    if (bytes > mostTotalBytes) return tooLarge;
    const text = readText(root, file.path, mostFileBytes) ?? "";
    const match = pattern.exec(text);
    if (match === null) continue;
    const line = text.slice(0, match.index).split("\n").length;
    return { path: file.path, line, found: match[0].replace(/\s+/g, " ") };
  }
  return null;
}

/** In words, for records and reports. */
export function describeMention({ path, line, found }: Mention, { id }: CompetitionNames): string {
  if (found === "too large to be searched") return `it is too large to be searched for ${id}`;
  const place = path === "" ? "its name" : line === 0 ? `the path ${path}` : `${path}:${line}`;
  return `${place} names the competition (${found})`;
}
