import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PrepareContext } from "../contracts.ts";
import { TextColumn } from "../frame/column.ts";
import { type Label, toLabels } from "../frame/labels.ts";
import type { Table } from "../frame/table.ts";
import { BenchError } from "../lib/errors.ts";
import { JsonFile, type JsonList } from "../lib/json/json-file.ts";
import { recordOf, textOf } from "../lib/json/json-record.ts";
import { LazyList, writeJsonParts } from "../lib/json/write-json-parts.ts";
import { type JsonValue, parseJson, writeJson } from "../lib/python-json.ts";
import { splitList } from "./split.ts";

type Part = "train" | "test";
const parts = ["train", "test"] as const;
const folders: Readonly<Record<string, string>> = { jpeg: "images", bin: "lidar" };

/** The preparation of 3d-object-detection-for-autonomous-vehicles: drives (logs) are split, all that belongs to them follows. */
export async function prepareDrivingScenes(context: PrepareContext): Promise<void> {
  const { raw, open, place, target, write } = context;
  const table = (name: string) => new JsonFile(join(raw, `train_data/${name}.json`)).list();
  const save = (part: Part, name: string, records: Iterable<JsonValue>) =>
    writeJsonParts(target(`public/${part}_data/${name}.json`), new LazyList(records));

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
  // Upstream: both copies share one list, so the train maps name the test logs too.
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
  write("public/train.csv", boxes.filter((row) => rowParts[row] === "train"));
  write("private/test.csv", answers);
  write("public/sample_submission.csv", answers.select("Id").with("PredictionString", ""));
}

/** A list in two parts, each read anew when it is called. */
type Divided = Readonly<Record<Part, () => Iterable<JsonValue>>>;
