import { execFile } from "node:child_process";

/** The C library and its loader belong together, and are the sandbox's own. */
const ofTheSystem = /^(?:ld-|libc\.|libm\.|libdl\.|libpthread\.|librt\.|libutil\.|libresolv\.|libnss_|libnsl\.)/;

/** The shared libraries that programs and modules are linked with, as `ldd` finds them; none where there is no `ldd`. */
export async function sharedLibraries(files: readonly string[]): Promise<string[]> {
  const printed = await new Promise<string>((resolve) => {
    // It fails for files that are not linked with anything and prints the others.
    execFile("ldd", [...files], { maxBuffer: 2 ** 26, timeout: 60_000 }, (_, stdout) => resolve(stdout));
  });
  const found = [...printed.matchAll(/^\s+(\S+) => (\/.*) \(0x[0-9a-f]+\)$/gm)];
  return [...new Set(found.filter(([, name]) => !ofTheSystem.test(name!)).map(([, , place]) => place!))].sort();
}
