import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { temporarySibling } from "../files/temporary-sibling.ts";
import { type SevenZipOptions, sevenZipFailure } from "./list-seven-zip.ts";
import { findSevenZip, runSevenZip, sevenZipPath } from "./seven-zip-program.ts";

/**
 * Packs everything below a directory, including empty directories, into a 7z file, which appears only once it is
 * complete. Times are left out, but the bytes still depend on the version of 7-Zip: compare contents, not archives.
 */
export async function writeSevenZip(archive: string, directory: string, options: SevenZipOptions = {}): Promise<void> {
  const program = options.program ?? findSevenZip();
  const target = path.resolve(archive);
  await mkdir(path.dirname(target), { recursive: true });
  const temporary = temporarySibling(target);
  try {
    const parameters = [
      "a",
      "-t7z",
      "-mtm-",
      "-mtc-",
      "-mta-",
      "-bso0",
      "-bsp0",
      "--",
      sevenZipPath(program, temporary),
      ".",
    ];
    const result = await runSevenZip(program, parameters, { cwd: directory, signal: options.signal });
    if (result.code !== 0) throw sevenZipFailure(archive, result);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}
