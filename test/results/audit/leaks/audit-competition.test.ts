import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeTar } from "../../../../src/lib/archive/write-tar.ts";
import { writeZip } from "../../../../src/lib/archive/write-zip.ts";
import { QuickRandom } from "../../../../src/lib/random/quick-random.ts";
import { encodeTfRecord } from "../../../support/encode-tf-record.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { auditFiles } from "./audit-files.ts";
import { encodeMat, type MatValue } from "./encode-mat.ts";
import { csv, type Files } from "./write-data.ts";

const place = temporaryDirectory();
let folders = 0;

async function audit(id: string, files: Files) {
  folders += 1;
  return auditFiles(id, place(String(folders)), files);
}

/** Requests for pizza. Whoever gave one is sometimes known. */
function pizza(seed: number, giver: (received: boolean, random: QuickRandom) => string): Files {
  const random = new QuickRandom(seed);
  const request = (row: number) => {
    const received = random.chance(0.25);
    return {
      request_id: `t3_${row}`,
      giver_username_if_known: giver(received, random),
      requester_number_of_posts_at_request: Math.floor(random.next() * 900) + (received ? 100 : 0),
      request_text: `please ${Math.floor(random.next() * 1e9)}`,
      requester_received_pizza: received,
    };
  };
  const [train, test] = [600, 300].map((count, part) =>
    Array.from({ length: count }, (_, row) => request(row + part * 1e4)),
  );
  const answers = test!.map((each) => [each.request_id, Number(each.requester_received_pizza)]);
  return {
    "public/train.json": JSON.stringify(train),
    "public/test.json": JSON.stringify(test!.map(({ requester_received_pizza: _, ...rest }) => rest)),
    "public/sampleSubmission.csv": csv(
      "request_id,requester_received_pizza",
      answers.map(([id]) => [id!, 0]),
    ),
    "private/test.csv": csv("request_id,requester_received_pizza", answers),
  };
}

test("a name that is only known when the request was granted is found", async () => {
  const leaky = pizza(1, (received, random) => (received && random.chance(0.4) ? `user${random.next()}` : "N/A"));
  const { findings, examined } = await audit("random-acts-of-pizza", leaky);
  expect(findings).toMatchObject([
    { check: "predictive-column", severity: "high", where: "public/test.json: giver_username_if_known" },
  ]);
  expect(findings[0]!.evidence).toMatch(/rows in which it is not "N\/A" have the answer "1"; 2\d % of all rows do/);
  expect(examined).toMatchObject({ answers: 300, tables: 2, files: 3 });
});

test("columns that only help are not reported", async () => {
  for (let seed = 2; seed < 12; seed += 1) {
    const clean = pizza(seed, (_, random) => (random.chance(0.1) ? `user${random.next()}` : "N/A"));
    expect((await audit("random-acts-of-pizza", clean)).findings).toEqual([]);
  }
});

/** Recordings of gestures: an archive of archives, each with what a MATLAB file says about its video. */
async function gestures(labels: (gestures: readonly number[]) => MatValue): Promise<Files> {
  const random = new QuickRandom(5);
  const recordings = Array.from({ length: 15 }, (_, row) => ({
    id: String(600 + row).padStart(4, "0"),
    gestures: Array.from({ length: 8 }, () => 1 + Math.floor(random.next() * 20)),
  }));
  const members = [];
  for (const { id, gestures: shown } of recordings) {
    const Video = [{ NumFrames: [1200], FrameRate: [20], Labels: labels(shown) }];
    const zip = place(`Sample0${id}.zip`);
    await writeZip(zip, [{ name: `Sample0${id}_data.mat`, content: encodeMat({ Video }) }]);
    members.push({ name: `Sample0${id}.zip`, content: { file: zip } });
  }
  await writeTar(place("test.tar.gz"), members, { gzip: true });
  return {
    "public/test.csv": csv(
      "Id",
      recordings.map(({ id }) => [id]),
    ),
    "public/training.csv": csv("Id,Sequence", [["0001", "1 2 3"]]),
    "public/randomPredictions.csv": csv(
      "Id,Sequence",
      recordings.map(({ id }) => [id, "1 2"]),
    ),
    "public/test.tar.gz": readFileSync(place("test.tar.gz")),
    "private/test.csv": csv(
      "Id,Sequence",
      recordings.map(({ id, gestures: shown }) => [id, shown.join(" ")]),
    ),
  };
}

test("labels in the MATLAB files of test recordings are found, inside archives of archives", async () => {
  const leaky = await gestures((shown) => shown.map((each) => ({ Name: `gesture ${each}`, Begin: [1], End: [9] })));
  const { findings } = await audit("multi-modal-gesture-recognition", leaky);
  expect(findings).toMatchObject([{ check: "label-like-name", severity: "high" }]);
  expect(findings[0]!.where).toBe("public/test.tar.gz/Sample00600.zip/Sample00600_data.mat: Video.Labels");

  const emptied = await gestures(() => []);
  expect((await audit("multi-modal-gesture-recognition", emptied)).findings).toEqual([]);
});

/** Two drives of a phone, with the log of a receiver in each. */
function drives(log: (latitude: number, longitude: number) => string): Files {
  const trips = ["2021-8-11-US-MTV", "2021-8-12-US-MTV-1"].map((drive, trip) =>
    Array.from({ length: 40 }, (_, second) => ({
      drive,
      id: `${drive}-GooglePixel5`,
      time: 1_597_250_570_303 + 1000 * second,
      latitude: 37.4 + 0.01 * trip + second / 5000,
      longitude: -122.1 - Math.sin(second) / 1000,
    })),
  );
  const rows = trips.flat();
  const logs = trips.map((points) => points.map(({ latitude, longitude }) => log(latitude, longitude)).join("\n"));
  const header = "tripId,UnixTimeMillis,LatitudeDegrees,LongitudeDegrees";
  return {
    ...Object.fromEntries(
      trips.map(([first], trip) => [
        `public/test/${first!.drive}/GooglePixel5/supplemental/span_log.nmea`,
        logs[trip]!,
      ]),
    ),
    "public/sample_submission.csv": csv(
      header,
      rows.map(({ id, time }) => [id, time, 37.9, -86.4]),
    ),
    "private/test.csv": csv(
      header,
      rows.map(({ id, time, latitude, longitude }) => [id, time, latitude, longitude]),
    ),
  };
}

const inMinutes = (degrees: number): string => {
  const whole = Math.floor(Math.abs(degrees));
  return `${whole}${((Math.abs(degrees) - whole) * 60).toFixed(6).padStart(9, "0")}`;
};

test("logs of a receiver that drove along are found, and compared with the answers", async () => {
  const sentence = (latitude: number, longitude: number): string =>
    `$GPGGA,000000,${inMinutes(latitude)},N,${inMinutes(longitude)},W,1,08,0.9,5.4,M,,M,,*47`;
  const { findings } = await audit("smartphone-decimeter-2022", drives(sentence));
  expect(findings).toMatchObject([{ check: "positions-in-log", severity: "high" }]);
  expect(findings[0]!.where).toMatch(/span_log\.nmea$/);
  expect(findings[0]!.evidence).toMatch(/^100 % of 80 answers/);

  const elsewhere = await audit(
    "smartphone-decimeter-2022",
    drives((a, b) => sentence(a + 1, b)),
  );
  expect(elsewhere.findings).toMatchObject([{ check: "positions-in-log", severity: "medium" }]);
  expect(
    (
      await audit(
        "smartphone-decimeter-2022",
        drives(() => "$GPGSV,2,1,08"),
      )
    ).findings,
  ).toEqual([]);
});

/** Images of kidneys with squares as masks, and a JSON file beside each. */
function kidneys(shape: (x: number, y: number) => unknown): Files {
  const random = new QuickRandom(9);
  const [width, height, side] = [300, 200, 12];
  const images = ["665b960ee", "b730cd2c0", "b9ctiff07"].map((id) => {
    const corners = Array.from(
      { length: 8 },
      (_, place) => [place * 36, Math.floor(random.next() * (height - side))] as const,
    );
    const columns = corners.flatMap(([x, y]) =>
      Array.from({ length: side }, (_, column) => `${(x + column) * height + y + 1} ${side}`),
    );
    return { id, mask: columns.join(" "), shapes: corners.map(([x, y]) => shape(x, y)) };
  });
  const sample = csv(
    "id,predicted",
    images.map(({ id }) => [id, ""]),
  );
  return {
    ...Object.fromEntries(images.map(({ id, shapes }) => [`public/test/${id}.json`, JSON.stringify(shapes)])),
    ...Object.fromEntries(images.map(({ id }) => [`public/test/${id}.tiff`, `pixels of ${id}`])),
    "public/sample_submission.csv": sample,
    "public/train.csv": csv("id,encoding", [["0486052bb", "1 5"]]),
    "private/test.csv": csv(
      "id,encoding,width_pixels,height_pixels",
      images.map(({ id, mask }) => [id, mask, width, height]),
    ),
  };
}

test("polygons of the masks beside the test images are found, and compared with the masks", async () => {
  const polygon = (x: number, y: number) => ({
    type: "Feature",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [x, y],
          [x + 11, y],
          [x + 11, y + 11],
          [x, y + 11],
        ],
      ],
    },
    properties: { classification: { name: "glomerulus" } },
  });
  const { findings } = await audit("hubmap-kidney-segmentation", kidneys(polygon));
  expect(findings).toMatchObject([{ check: "shapes-of-masks", severity: "high", where: "public/test/665b960ee.json" }]);
  expect(findings[0]!.evidence).toMatch(/^24 of 24 shapes in 3 files/);

  const elsewhere = kidneys((x, y) => polygon(x + 15, (y + 60) % 180));
  expect((await audit("hubmap-kidney-segmentation", elsewhere)).findings).toMatchObject([{ severity: "medium" }]);
  const none = kidneys(() => ({ scanner: "a", seconds: 4 }));
  expect((await audit("hubmap-kidney-segmentation", none)).findings).toEqual([]);
});

test("labels in the TFRecords of test images are found", async () => {
  const random = new QuickRandom(6);
  const leaves = Array.from({ length: 60 }, (_, row) => ({ id: `${row}.jpg`, label: Math.floor(random.next() * 5) }));
  const data = (target: (label: number) => string): Files => ({
    "public/test_tfrecords/ld_test00-60.tfrec": Buffer.concat(
      leaves.map(({ id, label }) => encodeTfRecord({ image_name: id, target: target(label) })),
    ),
    "public/sample_submission.csv": csv(
      "image_id,label",
      leaves.map(({ id }) => [id, 4]),
    ),
    "private/test.csv": csv(
      "image_id,label",
      leaves.map(({ id, label }) => [id, label]),
    ),
  });
  const { findings } = await audit("cassava-leaf-disease-classification", data(String));
  const where = "public/test_tfrecords/ld_test00-60.tfrec: target";
  expect(findings).toMatchObject([{ check: "predictive-column", severity: "high", where }]);
  const hidden = data(() => String(Math.floor(random.next() * 5)));
  expect((await audit("cassava-leaf-disease-classification", hidden)).findings).toEqual([]);
});

test("answers that the grader cannot read are named", async () => {
  const answers = 'PassengerId,Transported\r "x\n1,True\n';
  await expect(
    audit("spaceship-titanic", { "public/test.csv": "PassengerId\n1\n", "private/test.csv": answers }),
  ).rejects.toThrow(/The answers, .*private\/test\.csv, cannot be read/);
});

test("data that is not prepared is named, with the command that prepares it", async () => {
  await expect(audit("random-acts-of-pizza", {})).rejects.toThrow(/Run `mlebench prepare -c random-acts-of-pizza`/);
});
