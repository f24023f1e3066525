import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeExample } from "../../../src/lib/formats/tf-example.ts";
import { TfRecordError } from "../../../src/lib/formats/tf-record-error.ts";
import { maskedCrc32c, readTfRecords } from "../../../src/lib/formats/tfrecord.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

function frame(data: Uint8Array): Buffer {
  const header = Buffer.alloc(12);
  header.writeBigUInt64LE(BigInt(data.length));
  header.writeUInt32LE(maskedCrc32c(header.subarray(0, 8)), 8);
  const footer = Buffer.alloc(4);
  footer.writeUInt32LE(maskedCrc32c(data));
  return Buffer.concat([header, data, footer]);
}

async function read(bytes: Buffer): Promise<Buffer[]> {
  writeFileSync(place("file.tfrec"), bytes);
  const records: Buffer[] = [];
  for await (const record of readTfRecords(place("file.tfrec"))) records.push(Buffer.from(record));
  return records;
}

describe("a TFRecord file", () => {
  test("has checksums as TensorFlow writes them", () => {
    // The first bytes of every TensorBoard event file: a record of 24 bytes.
    expect(frame(Buffer.alloc(24)).subarray(0, 12).toString("hex")).toBe("1800000000000000a37f4b22");
  });

  test("yields its records in order, whether short, empty or longer than a read buffer", async () => {
    const records = [Buffer.from("one"), Buffer.alloc(0), Buffer.alloc(9 * 2 ** 20, "abc"), Buffer.from("last")];
    expect((await read(Buffer.concat(records.map(frame)))).map((record) => record.length)).toEqual([
      3,
      0,
      9 * 2 ** 20,
      4,
    ]);
    expect((await read(Buffer.concat(records.map(frame))))[2]!.equals(records[2]!)).toBe(true);
    expect(await read(Buffer.alloc(0))).toEqual([]);
  });

  test("is refused if any bit is wrong or the end is missing", async () => {
    const whole = Buffer.concat([frame(Buffer.from("first")), frame(Buffer.from("second"))]);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 16;
      await expect(read(changed), `byte ${at}`).rejects.toThrow(TfRecordError);
    }
    await expect(read(whole.subarray(0, whole.length - 1))).rejects.toThrow(
      "record 1 at byte 21 is truncated: 1 bytes",
    );
    await expect(read(whole.subarray(0, 25))).rejects.toThrow("record 1 at byte 21 is truncated");
  });
});

describe("an example", () => {
  test("from TensorFlow's own tutorial decodes to its features", () => {
    const bytes = Buffer.from(
      "\nR\n\x14\n\x08feature2\x12\x08\n\x06\n\x04goat\n\x14\n\x08feature3\x12\x08\x12\x06\n\x04[\xd3|?" +
        "\n\x11\n\x08feature0\x12\x05\x1a\x03\n\x01\x00\n\x11\n\x08feature1\x12\x05\x1a\x03\n\x01\x04",
      "latin1",
    );
    const features = decodeExample(bytes);
    expect([...features.keys()]).toEqual(["feature2", "feature3", "feature0", "feature1"]);
    expect(features.get("feature0")).toEqual({ kind: "int64", values: BigInt64Array.of(0n) });
    expect(features.get("feature1")).toEqual({ kind: "int64", values: BigInt64Array.of(4n) });
    expect(features.get("feature3")).toEqual({ kind: "float", values: Float32Array.of(0.9876) });
    const text = features.get("feature2")!;
    expect(text.kind === "bytes" && text.values.map((value) => Buffer.from(value).toString())).toEqual(["goat"]);
  });

  const field = (number: number, content: Uint8Array) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content]);
  const example = (feature: Uint8Array) =>
    field(1, field(1, Buffer.concat([field(1, Buffer.from("x")), field(2, feature)])));

  test("may have negative numbers, numbers that are not packed, several texts, or no list", () => {
    const minusOne = Buffer.from("ffffffffffffffffff01", "hex");
    const smallest = Buffer.from("80808080808080808001", "hex");
    const packed = example(field(3, field(1, Buffer.concat([minusOne, smallest, Buffer.from([5])]))));
    expect(decodeExample(packed).get("x")).toEqual({ kind: "int64", values: BigInt64Array.of(-1n, -(2n ** 63n), 5n) });
    const loose = example(field(3, Buffer.concat([Buffer.from([8]), minusOne, Buffer.from([8, 7])])));
    expect(decodeExample(loose).get("x")).toEqual({ kind: "int64", values: BigInt64Array.of(-1n, 7n) });
    const floats = example(field(2, Buffer.from("0d0000803f0d00000040", "hex")));
    expect(decodeExample(floats).get("x")).toEqual({ kind: "float", values: Float32Array.of(1, 2) });
    const texts = example(field(1, Buffer.concat([field(1, Buffer.from("a")), field(1, Buffer.alloc(0))])));
    expect(decodeExample(texts).get("x")).toMatchObject({ kind: "bytes", values: { length: 2 } });
    expect(decodeExample(example(Buffer.alloc(0))).get("x")).toEqual({ kind: "empty" });
    expect(decodeExample(Buffer.alloc(0)).size).toBe(0);
  });

  test("skips unknown fields, and refuses what is not an example", () => {
    const unknown = Buffer.concat([Buffer.from("4801510000000000000000", "hex"), example(Buffer.alloc(0))]);
    expect([...decodeExample(unknown).keys()]).toEqual(["x"]);
    for (const hex of ["0a05", "0a", "0f", "08", "0801", "ffffffffffffffffffffffff01"]) {
      expect(() => decodeExample(Buffer.from(hex, "hex")), hex).toThrow(TfRecordError);
    }
  });
});
