import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";

/** MD5 of bytes or of a text in UTF-8, in lower-case hexadecimal. Python twin: `hashlib.md5(data).hexdigest()`. */
export function md5(data: Uint8Array | string): string {
  return createHash("md5").update(data).digest("hex");
}

/**
 * SHA-256 of bytes or of a text in UTF-8, in lower-case hexadecimal. Python twin: `hashlib.sha256(data).hexdigest()`.
 */
export function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

/** MD5 of a file of any size. */
export function md5OfFile(file: string, options: { signal?: AbortSignal } = {}): Promise<string> {
  return hashFile("md5", file, options.signal);
}

/** SHA-256 of a file of any size. */
export function sha256OfFile(file: string, options: { signal?: AbortSignal } = {}): Promise<string> {
  return hashFile("sha256", file, options.signal);
}

/** Up to this size, reading a file at once is many times faster than streaming it. */
const smallBytes = 1 << 18;

async function hashFile(algorithm: string, file: string, signal: AbortSignal | undefined): Promise<string> {
  signal?.throwIfAborted();
  const status = statSync(file);
  if (status.isFile() && status.size <= smallBytes)
    return createHash(algorithm).update(readFileSync(file)).digest("hex");
  const hash = createHash(algorithm);
  // With the default of 64 kB per piece, the loop takes longer than the hash.
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20, signal })) hash.update(piece);
  return hash.digest("hex");
}
