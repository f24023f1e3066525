import type { SevenZipModuleFactory } from "7z-wasm";
import { BenchError } from "../../../lib/errors.ts";

/**
 * Unpacks the only file of a 7z archive in memory: the sandbox may have neither a 7-Zip nor disk space.
 *
 * @throws BenchError when the archive is damaged, encrypted or holds several files.
 */
export async function unpackSevenZip(archive: Buffer): Promise<Buffer> {
  const [sevenZip, { sevenZipBinary }] = await Promise.all([import("7z-wasm"), import("./seven-zip-binary.ts")]);
  // The factory is what the CommonJS module exports, although its types say otherwise.
  const start = sevenZip.default as unknown as SevenZipModuleFactory;
  const binary = sevenZipBinary();
  const wasmBinary = binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.byteLength) as ArrayBuffer;
  const quiet = { print: () => undefined, printErr: () => undefined, stdin: () => 0 };
  const { FS, callMain } = await start({ ...quiet, wasmBinary });
  FS.writeFile("/archive.7z", archive);
  FS.mkdir("/out");
  // The empty password makes 7-Zip fail on an encrypted archive instead of asking for one.
  callMain(["x", "-y", "-p", "-o/out", "/archive.7z"]);
  const names = FS.readdir("/out").filter((name: string) => name !== "." && name !== "..");
  if (names.length !== 1)
    throw new BenchError("packed-table", `The 7z archive unpacks to ${names.length} files, not one.`);
  return Buffer.from(FS.readFile(`/out/${names[0]}`));
}
