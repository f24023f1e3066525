import { maskedCrc32c } from "../../src/lib/formats/tfrecord.ts";

/** An example with text features, framed as a record of a TFRecord file. Texts must be short. */
export function encodeTfRecord(features: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(features).map(([name, value]) =>
    field(1, field(1, Buffer.from(name)), field(2, field(1, field(1, Buffer.from(value))))),
  );
  const example = field(1, ...entries);
  const [header, footer] = [Buffer.alloc(12), Buffer.alloc(4)];
  header.writeBigUInt64LE(BigInt(example.length));
  header.writeUInt32LE(maskedCrc32c(header.subarray(0, 8)), 8);
  footer.writeUInt32LE(maskedCrc32c(example));
  return Buffer.concat([header, example, footer]);
}

/** A protobuf field of bytes shorter than 128. */
function field(number: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of((number << 3) | 2, body.length), body]);
}
