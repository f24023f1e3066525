import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PrepareContext } from "../../contracts/preparation.ts";
import { TextColumn } from "../../frame/column.ts";
import { toLabels } from "../../frame/labels.ts";
import type { TableView } from "../../frame/table-view.ts";
import { BenchError } from "../../lib/errors.ts";
import { JsonFile, type JsonList } from "../../lib/json/json-file.ts";
import { recordOf, textOf } from "../../lib/json/json-record.ts";
import type { JsonValue } from "../../lib/json/json-value.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { LazyList, writeJson } from "../../lib/json/write-json.ts";
import { splitList } from "../../prepare/split.ts";

type Part = "train" | "test";
const parts = ["train", "test"] as const;
const folders: Readonly<Record<string, string>> = { jpeg: "images", bin: "lidar" };

/** Prepares 3d-object-detection-for-autonomous-vehicles: splits the drives (logs) and all that belongs to them. */
export async function prepareDrivingScenes(context: PrepareContext): Promise<void> {
  const { raw, open, place, target, write } = context;
  const table = (name: string) => new JsonFile(join(raw, `train_data/${name}.json`)).list();
  const save = (part: Part, name: string, records: Iterable<JsonValue>) =>
    writeJson(target(`public/${part}_data/${name}.json`), new LazyList(records));

  const logTokens = Array.from(table("log").read(), (log) => textOf(log, "token"));
  const split = splitList(logTokens, { testSize: 0.2 });
  const logs = new Map(parts.flatMap((part) => split[part].map((token) => [token, part] as const)));
  const logParts = divide("log", table("log"), "token", logs);
  const sampleParts = divide("sample", table("sample"), "scene_token", logs);
  const sceneParts = divide("scene", table("scene"), "log_token", logs);
  const samples = tokens(sampleParts);
  const dataParts = divide("sample_data", table("sample_data"), "sample_token", samples);
  const boxParts = divide("sample_annotation", table("sample_annotation"), "sample_token", samples);
  const [sensors, poses] = [byToken(table("calibrated_sensor")), byToken(table("ego_pose"))];
  const maps = parseJson(readFileSync(join(raw, "train_data/map.json"))) as JsonValue[];
  // Upstream: both copies share one list, so the train maps also name the test logs.
  recordOf(maps[0]!).set("log_tokens", split.test);

  for (const part of parts) {
    await save(part, "log", logParts[part]());
    await save(part, "sample", sampleParts[part]());
    await save(part, "scene", sceneParts[part]());
    await save(part, "sample_data", dataParts[part]());
    const sensorsUsed = new Set(textsOf(dataParts[part](), "calibrated_sensor_token"));
    await save(part, "calibrated_sensor", sensors(sensorsUsed));
    await save(part, "ego_pose", poses(textsOf(dataParts[part](), "ego_pose_token")));
    await writeJson(target(`public/${part}_data/map.json`), maps);
    for (const name of ["attribute", "category", "sensor", "visibility"]) {
      place(`train_data/${name}.json`, `public/${part}_data/${name}.json`);
    }
    place("train_maps/map_raster_palo_alto.png", `public/${part}_maps/map_raster_palo_alto.png`);
    for (const file of new Set(mediaFiles(dataParts[part]()))) {
      place(`train_${file}`, `public/${part}_${file}`);
    }
  }
  await save("train", "sample_annotation", boxParts.train());
  const seen = new Map(
    (["test", "train"] as const).flatMap((part) =>
      Array.from(new Set(textsOf(boxParts[part](), "instance_token")), (token) => [token, part] as const),
    ),
  );
  await save("train", "instance", divide("instance", table("instance"), "token", seen).train());

  const boxes = open("train.csv", { defaultFloats: true });
  const rowParts = toLabels(boxes.column("Id")).map((id) => samples.get(id as string));
  const answers = withConfidence(boxes.filter((row) => rowParts[row] === "test"));
  write(
    "public/train.csv",
    boxes.filter((row) => rowParts[row] === "train"),
  );
  write("private/test.csv", answers);
  write("public/sample_submission.csv", answers.select("Id").with("PredictionString", ""));
}

/** A list in two parts, each read again with every call. */
type Divided = Readonly<Record<Part, () => Iterable<JsonValue>>>;

/** Assigns every record of a list to the part that owns the token in one of its members. */
function divide(name: string, list: JsonList, key: string, owners: ReadonlyMap<string, Part>): Divided {
  const places: Record<Part, number[]> = { train: [], test: [] };
  let place = 0;
  for (const record of list.read()) {
    const part = owners.get(textOf(record, key));
    if (part === undefined) {
      throw malformed(`${name}.json: ${key} ${textOf(record, key)} belongs to neither train nor test`);
    }
    places[part].push(place++);
  }
  return { train: () => list.read(places.train), test: () => list.read(places.test) };
}

/** The part that owns each record of a divided list, by the record's token. */
function tokens(divided: Divided): Map<string, Part> {
  return new Map(parts.flatMap((part) => Array.from(textsOf(divided[part](), "token"), (token) => [token, part])));
}

/** Looks up records by their tokens, in the order of the tokens. */
function byToken(list: JsonList): (wanted: Iterable<string>) => Iterable<JsonValue> {
  const places = new Map(Array.from(list.read(), (record, place) => [textOf(record, "token"), place]));
  return (wanted) =>
    list.read(
      Array.from(wanted, (token) => {
        const place = places.get(token);
        if (place === undefined) throw malformed(`sample_data.json refers to the token ${token}, which no record has`);
        return place;
      }),
    );
}

function* textsOf(records: Iterable<JsonValue>, name: string): Generator<string> {
  for (const record of records) yield textOf(record, name);
}

/** The images and point clouds of some samples, each as `images/<name>` or `lidar/<name>`. */
function* mediaFiles(sampleData: Iterable<JsonValue>): Generator<string> {
  for (const record of sampleData) {
    const folder = folders[textOf(record, "fileformat")];
    if (folder === undefined) throw malformed(`sample_data.json: unknown fileformat ${textOf(record, "fileformat")}`);
    yield `${folder}/${basename(textOf(record, "filename"))}`;
  }
}

/** Boxes in the format of a submission: a confidence of 1 before the eight words of each box. */
function withConfidence(boxes: TableView): TableView {
  const column = boxes.column("PredictionString");
  const texts = Array.from({ length: column.length }, (_, row) => {
    const words = (column.kind === "text" ? (column.at(row) ?? "") : "").split(" ");
    if (words.length % 8 !== 0) throw malformed(`train.csv: found ${words.length} words in a row, expected 8 per box`);
    return words.map((word, index) => (index % 8 === 0 ? `1.0 ${word}` : word)).join(" ");
  });
  return boxes.with("PredictionString", TextColumn.from("PredictionString", texts));
}

function malformed(problem: string): BenchError {
  return new BenchError("malformed-raw-data", `${problem}.`);
}
