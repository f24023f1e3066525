import { readSource } from "../understanding/read-modules.ts";
import type { Repository } from "../understanding/understand-repository.ts";
import { boundedLines } from "./bounded.ts";

const mostFileBytes = 1_000_000;
const mostTotalBytes = 200_000_000;
const mostMatches = 200;
const mostPerFile = 20;

/** What searching skips: pictures, weights, archives and other files that are not text. */
const notText =
  /\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|tgz|bz2|xz|7z|whl|pt|pth|ckpt|h5|onnx|npy|npz|pkl|parquet|mp[34]|wav|so|dll|bin|ttf|woff2?)$/i;

/**
 * The lines of the repository's text files that contain a text, in any case. The text is taken literally: a pattern of an
 * untrusted author or model could take forever.
 */
export function grepRepository(repository: Repository, text: string, folder = ""): string {
  if (text.trim() === "") return "Give a text to look for.";
  const prefix = folder.replace(/^\.?\/?/, "").replace(/\/*$/, "");
  const wanted = text.toLowerCase();
  const found: string[] = [];
  let bytes = 0;
  for (const file of repository.files) {
    if (notText.test(file.path) || !(prefix === "" || file.path === prefix || file.path.startsWith(`${prefix}/`)))
      continue;
    bytes += Math.min(file.bytes, mostFileBytes);
    if (bytes > mostTotalBytes || found.length >= mostMatches) {
      found.push("(more was not searched. Name a folder, or look for something rarer.)");
      break;
    }
    found.push(...matchesIn(repository, file.path, wanted));
  }
  return found.length === 0
    ? `No line contains ${JSON.stringify(text.slice(0, 200))}.`
    : boundedLines(found, "Look for something rarer.");
}

function matchesIn({ root }: Repository, path: string, wanted: string): string[] {
  const source = readSource(root, path, path.endsWith(".ipynb") ? 10 * mostFileBytes : mostFileBytes);
  if (source === null || !source.toLowerCase().includes(wanted)) return [];
  const lines = source.split("\n");
  const matches = lines.flatMap((line, index) =>
    line.toLowerCase().includes(wanted) ? [`${path}:${index + 1}: ${line.trim().slice(0, 200)}`] : [],
  );
  const left = matches.length - mostPerFile;
  return left > 0 ? [...matches.slice(0, mostPerFile), `${path}: ${left} more lines`] : matches;
}
