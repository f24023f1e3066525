/** Signatures of the zip format's records, as little-endian numbers. */
export const signature = {
  localHeader: 0x04034b50,
  directoryRecord: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
} as const;

/** Fixed lengths of those records, before their names and extra fields. */
export const length = { localHeader: 30, directoryRecord: 46, end: 22, end64: 56, end64Locator: 20 } as const;

export const stored = 0;
export const deflated = 8;

/** Values that mean "see the 64-bit field instead". */
export const full16 = 0xffff;
export const full32 = 0xffffffff;

/** General purpose flags. */
export const flag = { encrypted: 1, strongEncryption: 1 << 6, utf8: 1 << 11, maskedHeaders: 1 << 13 } as const;

/** File type bits of a Unix mode. */
export const mode = { mask: 0o170000, file: 0o100000, directory: 0o040000, symlink: 0o120000 } as const;

/** Extra field ids. */
export const extra = { zip64: 0x0001, unicodePath: 0x7075 } as const;

/** Reads an unsigned 64-bit number. Beyond 2^53, which no real file reaches, it is rounded. */
export function readUint64(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt32LE(offset + 4) * 2 ** 32;
}

/** Writes an unsigned 64-bit number below 2^53. */
export function writeUint64(bytes: Buffer, value: number, offset: number): void {
  bytes.writeUInt32LE(value % 2 ** 32, offset);
  bytes.writeUInt32LE(Math.floor(value / 2 ** 32), offset + 4);
}

const methodNames: Record<number, string> = {
  1: "shrink",
  6: "implode",
  9: "deflate64",
  12: "bzip2",
  14: "LZMA",
  93: "zstandard",
  95: "xz",
  98: "PPMd",
};

/** A compression method as shown in messages: "14 (LZMA)". */
export function describeMethod(method: number): string {
  const name = methodNames[method];
  return name === undefined ? `${method}` : `${method} (${name})`;
}
