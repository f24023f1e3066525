// Raw data like Kaggle's, identical in every run: a mixed table, taxi rides, many small images.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers, writeTable } from "./write-table.js";

const pad = (value, digits) => String(Math.floor(value)).padStart(digits, "0");

/** Ten columns: text, gaps, booleans, integers and floats of all lengths. */
function mixedTable(folder, rows) {
  const next = randomNumbers(1);
  const planets = ["Earth", "Europa", "Mars", ""];
  writeTable(
    join(folder, "train.csv"),
    "PassengerId,HomePlanet,CryoSleep,Cabin,Age,RoomService,Spa,Deck,Name,Transported",
    rows,
    (row) =>
      [
        `${pad(row, 7)}_01`,
        planets[Math.floor(next() * 4)],
        next() < 0.4 ? "True" : "False",
        `${"ABCDEFG"[Math.floor(next() * 7)]}/${Math.floor(next() * 1800)}/${next() < 0.5 ? "P" : "S"}`,
        next() < 0.02 ? "" : `${Math.floor(next() * 80)}.0`,
        next() < 0.6 ? "0.0" : next() * 1000,
        next() * 10,
        Math.floor(next() * 12),
        `Name${Math.floor(next() * 1e6)} Surname${Math.floor(next() * 1e4)}`,
        next() < 0.5 ? "True" : "False",
      ].join(","),
  );
}

function taxiRides(folder, rows) {
  const next = randomNumbers(2);
  writeFileSync(join(folder, "GCP-Coupons-Instructions.rtf"), "instructions");
  writeTable(
    join(folder, "train.csv"),
    "key,fare_amount,pickup_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude,passenger_count",
    rows,
    (row) => {
      const time = `20${pad(9 + next() * 7, 2)}-${pad(1 + next() * 12, 2)}-${pad(1 + next() * 28, 2)} ${pad(next() * 24, 2)}:${pad(next() * 60, 2)}:${pad(next() * 60, 2)}`;
      const degrees = (base) => (base + (next() - 0.5) / 5).toFixed(6 + Math.floor(next() * 10));
      const fare = (2.5 + Math.floor(next() * 400) / 10).toFixed(next() < 0.5 ? 1 : 2);
      return `${time}.${pad(row, 7)},${fare},${time} UTC,${degrees(-73.98)},${degrees(40.75)},${degrees(-73.97)},${degrees(40.76)},${Math.floor(1 + next() * 6)}`;
    },
  );
}

function smallImages(folder, count) {
  const next = randomNumbers(3);
  mkdirSync(join(folder, "train"));
  mkdirSync(join(folder, "test"));
  const ids = Array.from({ length: count }, (_, index) => `f${pad(index, 8)}${pad(next() * 1e8, 8)}`);
  const pixels = Buffer.from(Uint8Array.from({ length: 8192 }, () => next() * 256));
  for (const [index, id] of ids.entries()) {
    pixels.writeUInt32LE(index);
    writeFileSync(join(folder, "train", `${id}.tif`), pixels.subarray(0, 2048 + (index % 6144)));
  }
  for (const id of ids.slice(0, count / 4)) writeFileSync(join(folder, "test", `${id}.tif`), "");
  writeTable(join(folder, "train_labels.csv"), "id,label", count, (row) => `${ids[row]},${next() < 0.4 ? 1 : 0}`);
}

/** The competition to prepare for each kind of data. */
export const kinds = {
  mixed: { competition: "spaceship-titanic", make: mixedTable },
  taxi: { competition: "new-york-city-taxi-fare-prediction", make: taxiRides },
  images: { competition: "histopathologic-cancer-detection", make: smallImages },
};
