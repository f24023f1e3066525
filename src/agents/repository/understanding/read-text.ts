import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/**
 * At most the first `most` bytes of a repository's file as text; null when it is not a readable text file inside the
 * repository. Neither links nor pipes are opened.
 */
export function readText(root: string, path: string, most: number): string | null {
  const bytes = readBytes(root, path, most);
  return bytes === null || bytes.includes(0) ? null : decode(bytes);
}

function readBytes(root: string, path: string, most: number): Buffer | null {
  const place = join(root, path);
  let file: number;
  try {
    const folder = realpathSync(dirname(place));
    const home = realpathSync(root);
    if (folder !== home && !folder.startsWith(home + sep)) return null;
    file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const buffer = Buffer.alloc(Math.min(stats.size, most));
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

/** UTF-8, or else Latin-1, in which every byte is a character. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // A text that was cut inside a character is still UTF-8.
    const text = bytes.toString("utf8");
    const broken = text.split("\ufffd").length - 1;
    return broken <= 1 && text.endsWith("\ufffd") ? text.slice(0, -1) : bytes.toString("latin1");
  }
}
