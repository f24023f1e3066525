import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { maskedCrc32c } from "../../src/lib/formats/tfrecord.ts";
import { tfRecordIds } from "../../src/prepare/tf-record-ids.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

/** A protobuf field of bytes shorter than 128. */
function field(number: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of((number << 3) | 2, body.length), body]);
}

/** An example with one text feature, framed as a record. */
function record(name: string, value: string): Buffer {
  const list = field(1, field(1, Buffer.from(value)));
  const example = field(1, field(1, field(1, Buffer.from(name)), field(2, list)));
  const [header, footer] = [Buffer.alloc(12), Buffer.alloc(4)];
  header.writeBigUInt64LE(BigInt(example.length));
  header.writeUInt32LE(maskedCrc32c(header.subarray(0, 8)), 8);
  footer.writeUInt32LE(maskedCrc32c(example));
  return Buffer.concat([header, example, footer]);
}

test("the ids of a TFRecord file come in its order", async () => {
  writeFileSync(place("a.tfrec"), Buffer.concat([record("image_name", "zwei.jpg"), record("image_name", "é.jpg")]));
  expect(await tfRecordIds(place("a.tfrec"))).toEqual(["zwei.jpg", "é.jpg"]);
});

test("an example without an id is refused", async () => {
  writeFileSync(place("b.tfrec"), Buffer.concat([record("image_name", "a"), record("other", "b")]));
  await expect(tfRecordIds(place("b.tfrec"))).rejects.toThrow('record 1 has no text "image_name"');
});
