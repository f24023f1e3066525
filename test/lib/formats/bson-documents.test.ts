import { writeFileSync } from "node:fs";
import { Long, serialize } from "bson";
import { describe, expect, test } from "vitest";
import { bsonDocument, bsonElements, bsonInteger, readBsonDocuments } from "../../../src/lib/formats/bson-documents.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

function read(bytes: Uint8Array): Buffer[] {
  writeFileSync(place("file.bson"), bytes);
  return Array.from(readBsonDocuments(place("file.bson")), (document) => Buffer.from(document));
}

describe("a file of BSON documents", () => {
  test("yields them as stored, even those longer than a read buffer", () => {
    const documents = [{ a: 1 }, {}, { picture: Buffer.alloc(9 * 2 ** 20, "x") }, { b: "ü" }].map((value) =>
      Buffer.from(serialize(value)),
    );
    expect(read(Buffer.concat(documents)).map((document, at) => document.equals(documents[at]!))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(read(Buffer.alloc(0))).toEqual([]);
  });

  test("is refused if it is truncated", () => {
    const whole = serialize({ a: 1 });
    for (let length = 1; length < whole.length; length += 1) {
      expect(() => read(whole.subarray(0, length)), `${length} bytes`).toThrow("within a document");
    }
  });
});

describe("a BSON document", () => {
  const document = Buffer.from(serialize({ _id: 7, name: "x", deep: { _id: 1 }, wide: Long.fromNumber(2 ** 40) }));

  test("can be rebuilt from its members, in another order and without some", () => {
    const members = bsonElements(document);
    expect(members.map(({ name }) => name)).toEqual(["_id", "name", "deep", "wide"]);
    expect(bsonDocument(members).equals(document)).toBe(true);
    const [id, , deep] = members;
    expect(bsonDocument([deep!, id!])).toEqual(Buffer.from(serialize({ deep: { _id: 1 }, _id: 7 })));
  });

  test("has whole numbers of 32 and 64 bits", () => {
    const [id, name, , wide] = bsonElements(document);
    expect([bsonInteger(id!), bsonInteger(wide!)]).toEqual([7, 2 ** 40]);
    expect(() => bsonInteger(name!)).toThrow('"name" has BSON type 2, but a whole number is expected');
  });
});
