import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tfRecordIds } from "../../src/prepare/tf-record-ids.ts";
import { encodeTfRecord } from "../support/encode-tf-record.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

const record = (name: string, value: string): Buffer => encodeTfRecord({ [name]: value });

test("the ids of a TFRecord file come in its order", async () => {
  writeFileSync(place("a.tfrec"), Buffer.concat([record("image_name", "zwei.jpg"), record("image_name", "é.jpg")]));
  expect(await tfRecordIds(place("a.tfrec"))).toEqual(["zwei.jpg", "é.jpg"]);
});

test("an example without an id is refused", async () => {
  writeFileSync(place("b.tfrec"), Buffer.concat([record("image_name", "a"), record("other", "b")]));
  await expect(tfRecordIds(place("b.tfrec"))).rejects.toThrow('record 1 has no text "image_name"');
});
