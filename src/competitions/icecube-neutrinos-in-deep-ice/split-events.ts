import { join } from "node:path";
import type { PrepareContext } from "../../contracts/preparation.ts";
import { TableView } from "../../frame/table-view.ts";
import { type ParquetArray, pickStretches, type Stretch } from "../../lib/formats/parquet/parquet-array.ts";
import { ParquetFile } from "../../lib/formats/parquet/parquet-file.ts";
import { ParquetTableWriter } from "../../lib/formats/parquet/parquet-writer.ts";
import type { Label } from "../../lib/numeric/label.ts";
import { splitList } from "../../prepare/split.ts";
import { parquetColumn } from "./parquet-column.ts";

const angles = ["azimuth", "zenith"];

/**
 * Splits the events of `train_meta.parquet` by batch and writes the events of both parts, the sample and the answers.
 * Returns the batches of each part. Reads and writes the events piece by piece and keeps only the answers in memory.
 */
export function splitEvents({ raw, signal, target, write }: PrepareContext): Record<"train" | "test", Set<Label>> {
  const events = new ParquetFile(join(raw, "train_meta.parquet"));
  const batches = splitList(batchIds(events), { testSize: 0.1 });
  const held = new Set(batches.test);

  const unlabelled = events.columns.filter(({ name }) => !angles.includes(name));
  const train = new ParquetTableWriter(target("public/train_meta.parquet"), events.columns);
  const test = new ParquetTableWriter(target("public/test_meta.parquet"), unlabelled);
  const answers = new Map<string, ParquetArray[]>(["event_id", ...angles].map((name) => [name, []]));
  const names = events.columns.map(({ name }) => name);
  for (const columns of events.batches(names)) {
    signal.throwIfAborted();
    const stretches = findStretches(columns[names.indexOf("batch_id")]!, held);
    train.add(columns.map((column) => pickStretches(column, stretches.train)));
    const rows = new Map(columns.map((column, place) => [names[place]!, pickStretches(column, stretches.test)]));
    test.add(unlabelled.map(({ name }) => rows.get(name)!));
    for (const [name, pieces] of answers) pieces.push(rows.get(name)!);
  }
  train.close();
  test.close();

  const table = TableView.of(Array.from(answers, ([name, pieces]) => parquetColumn(name, pieces)));
  write("private/test.csv", table);
  write("public/sample_submission.csv", table.select("event_id").with("azimuth", 1).with("zenith", 1));
  return { train: new Set(batches.train), test: held };
}

/** The distinct batches in order of first appearance. */
function batchIds(events: ParquetFile): Label[] {
  const seen = new Set<Label>();
  let last: unknown;
  for (const [ids] of events.batches(["batch_id"])) {
    for (const id of ids!) {
      if (id !== last) seen.add(toLabel(id));
      last = id;
    }
  }
  return [...seen];
}

function toLabel(id: unknown): Label {
  if (typeof id !== "bigint") return (id ?? Number.NaN) as Label;
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** Cuts rows wherever the part of their batch changes. */
function findStretches(ids: ParquetArray, held: ReadonlySet<Label>): { train: Stretch[]; test: Stretch[] } {
  const stretches: { train: Stretch[]; test: Stretch[] } = { train: [], test: [] };
  for (let from = 0; from < ids.length; ) {
    const id = ids[from];
    let to = from + 1;
    while (to < ids.length && ids[to] === id) to += 1;
    (held.has(toLabel(id)) ? stretches.test : stretches.train).push({ from, to });
    from = to;
  }
  return stretches;
}
