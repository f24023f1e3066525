import { decodeExample } from "../lib/formats/tf-example.ts";
import { TfRecordError } from "../lib/formats/tf-record-error.ts";
import { readTfRecords } from "../lib/formats/tfrecord.ts";

/** The text feature `name` of every example in a TFRecord file: the names of its images. */
export async function tfRecordIds(file: string, name = "image_name"): Promise<string[]> {
  const ids: string[] = [];
  for await (const record of readTfRecords(file)) {
    const feature = decodeExample(record).get(name);
    const value = feature?.kind === "bytes" ? feature.values[0] : undefined;
    if (value === undefined) throw new TfRecordError(`${file}: record ${ids.length} has no text "${name}".`);
    ids.push(Buffer.from(value).toString("utf8"));
  }
  return ids;
}
